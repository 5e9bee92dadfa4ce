import { CoreAdminContext, CoreAdminUI, memoryStore, Resource } from 'ra-core';
import { useState } from 'react';
import { defaultI18nProvider } from 'react-admin';
import { screens } from '../../contract/paths';
import { LoadingScreen } from '../shared/LoadingScreen';
import { queryClient } from '../shared/query-client';
import accounts from './accounts';
import { consoleAuth } from './console-auth';
import { dataProvider } from './data-provider';
import { ConsoleLayout } from './layout/ConsoleLayout';
import { UnknownPage } from './layout/UnknownPage';
import { NotificationBridge } from './NotificationBridge';
import transactions from './transactions';
import users from './users';

/** A page of the console that broke goes to the app's error page, as every other page does. */
function ToErrorPage({ error }: { error: Error }): never {
  throw error;
}

/**
 * The administration console under /admin. The app's guard has already let in administrators only; theme, router
 * and query client are the app's.
 */
export default function AdminApp() {
  // What react-admin remembers (filters of each list, selected rows) lasts as long as the console is open: the
  // next administrator at this browser must not meet it.
  const [store] = useState(() => memoryStore());

  return (
    <CoreAdminContext
      basename={screens.admin}
      dataProvider={dataProvider}
      authProvider={consoleAuth}
      i18nProvider={defaultI18nProvider}
      queryClient={queryClient}
      store={store}
    >
      <CoreAdminUI
        title="Users"
        layout={ConsoleLayout}
        loading={LoadingScreen}
        error={ToErrorPage}
        catchAll={UnknownPage}
        loginPage={false}
        authCallbackPage={false}
        requireAuth
        disableTelemetry
      >
        <Resource {...users} />
        <Resource {...accounts} />
        <Resource {...transactions} />
      </CoreAdminUI>
      <NotificationBridge />
    </CoreAdminContext>
  );
}
