import {
  type AuthProvider,
  CoreAdminContext,
  CoreAdminUI,
  type DataProvider,
  memoryStore,
  Resource,
} from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { defaultI18nProvider } from 'react-admin';
import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { LoadingScreen } from '../shared/LoadingScreen';
import { queryClient } from '../shared/query-client';
import accounts from './accounts';
import audit from './audit';
import books from './books';
import { BrandingContext } from './branding';
import { consoleAuthFor } from './console-auth';
import type { ConsoleResource, ResourceLoader } from './console-resource';
import { dataProvider as ownDataProvider } from './data-provider';
import { ConsoleLayout } from './layout/ConsoleLayout';
import { NoAccessPage } from './layout/NoAccessPage';
import { UnknownPage } from './layout/UnknownPage';
import { NotificationBridge } from './NotificationBridge';
import review from './review';
import transactions from './transactions';
import users from './users';

/** What an operator may put in place of the console's own; what is left out stays. */
export interface AdminAppProps {
  /** Resources besides users, accounts and transactions; those of src/app.config.ts when left out. */
  resources?: readonly ResourceLoader[];
  dataProvider?: DataProvider;
  authProvider?: AuthProvider;
  /** At the head of the menu; the product's mark and name when left out. */
  branding?: ReactNode;
}

/** A page of the console that broke goes to the app's error page, as every other page does. */
function ToErrorPage({ error }: { error: Error }): never {
  throw error;
}

/** The operator's resources once they are here, undefined before; throws when one cannot be fetched. */
function useAdded(loaders: readonly ResourceLoader[]): readonly ConsoleResource[] | undefined {
  const [{ added, error }, setState] = useState<{ added?: ConsoleResource[]; error?: unknown }>({});
  useEffect(() => {
    let left = false;
    Promise.all(loaders.map((load) => load())).then(
      (modules) => left || setState({ added: modules.map((module) => module.default) }),
      (reason) => left || setState({ error: reason }),
    );
    return () => {
      left = true;
    };
  }, [loaders]);
  if (error) throw error;
  return added;
}

interface ConsoleProps extends Pick<AdminAppProps, 'dataProvider' | 'authProvider' | 'branding'> {
  added: readonly ConsoleResource[];
}

function Console({ added, dataProvider, authProvider, branding = null }: ConsoleProps) {
  const resources = [users, accounts, transactions, review, ...added, audit, books];
  const [ownAuth] = useState(() => consoleAuthFor(resources));
  // What react-admin remembers (filters of each list, selected rows) lasts as long as the console is open: the
  // next administrator at this browser must not meet it.
  const [store] = useState(() => memoryStore());

  return (
    <BrandingContext value={branding}>
      <CoreAdminContext
        basename={screens.admin}
        dataProvider={dataProvider ?? ownDataProvider}
        authProvider={authProvider ?? ownAuth}
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
          accessDenied={NoAccessPage}
          loginPage={false}
          authCallbackPage={false}
          requireAuth
          disableTelemetry
        >
          {resources.map((resource) => (
            <Resource key={resource.name} {...resource} />
          ))}
        </CoreAdminUI>
        <NotificationBridge />
      </CoreAdminContext>
    </BrandingContext>
  );
}

/**
 * The administration console under /admin. The app's guard has already let in administrators and auditors only; theme,
 * router and query client are the app's.
 */
export default function AdminApp({ resources = appConfig.consoleResources, ...rest }: AdminAppProps) {
  const added = useAdded(resources);
  return added ? <Console added={added} {...rest} /> : <LoadingScreen />;
}
