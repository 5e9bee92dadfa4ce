import { ThemeProvider } from '@mui/material/styles';
import { type AuthProvider, CoreAdminContext, CoreAdminUI, Resource } from 'ra-core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { screens } from '../../contract/paths';
import { appConfig } from '../app.config';
import { LoadingScreen } from '../shared/LoadingScreen';
import { loadWithRetry } from '../shared/loading/load-with-retry';
import { queryClient } from '../shared/query-client';
import { theme } from '../shared/theme';
import accounts from './accounts';
import audit from './audit';
import books from './books';
import { BrandingContext } from './branding';
import { consoleAuthFor } from './console-auth';
import type { ConsoleResource, ResourceLoader } from './console-resource';
import { consoleStore } from './console-store';
import { consoleTexts } from './console-texts';
import { dataProvider as ownDataProvider } from './data-provider';
import invitations from './invitations';
import { ConsoleLayout } from './layout/ConsoleLayout';
import { NoAccessPage } from './layout/NoAccessPage';
import { UnknownPage } from './layout/UnknownPage';
import mail from './mail';
import { NotificationBridge } from './NotificationBridge';
import proposals from './proposals';
import type { ConsoleDataProvider } from './provider/console-calls';
import reports from './reports';
import review from './review';
import security from './security';
import { consoleTheme } from './theme/console-theme';
import transactions from './transactions';
import users from './users';
import { confirmingProvider } from './writes/confirming-provider';
import { ReasonPrompt } from './writes/ReasonPrompt';
import { writeQuestions } from './writes/write-questions';

/** What an operator may put in place of the console's own; what is left out stays. */
export interface AdminAppProps {
  /** Resources besides users, accounts and transactions; those of src/app.config.ts when left out. */
  resources?: readonly ResourceLoader[];
  /** The one way to the host: whatever the console asks of it goes through this. */
  dataProvider?: ConsoleDataProvider;
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
    Promise.all(loaders.map((load) => loadWithRetry(load))).then(
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
  const resources = [
    users,
    accounts,
    transactions,
    review,
    reports,
    proposals,
    ...added,
    invitations,
    audit,
    security,
    mail,
    books,
  ];
  const [ownAuth] = useState(() => consoleAuthFor(resources));
  const [store] = useState(consoleStore);
  const [questions] = useState(writeQuestions);
  const provider = useMemo(
    () => confirmingProvider(dataProvider ?? ownDataProvider, { client: queryClient, questions, store }),
    [dataProvider, questions, store],
  );

  return (
    <BrandingContext value={branding}>
      <CoreAdminContext
        basename={screens.admin}
        dataProvider={provider}
        authProvider={authProvider ?? ownAuth}
        i18nProvider={consoleTexts}
        queryClient={queryClient}
        store={store}
      >
        <NotificationBridge>
          <ThemeProvider theme={consoleTheme}>
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
          </ThemeProvider>
        </NotificationBridge>
        <ReasonPrompt questions={questions} />
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
  return (
    <ThemeProvider theme={theme}>
      {added ? <Console added={added} {...rest} /> : <LoadingScreen />}
    </ThemeProvider>
  );
}
