import { type Theme, ThemeProvider } from '@mui/material/styles';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, Resource } from 'ra-core';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Route } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { LoadingScreen } from '../shared/LoadingScreen';
import { lazyPage } from '../shared/loading/lazy-part';
import { useAhead } from '../shared/loading/use-ahead';
import { queryClient as ownQueryClient } from '../shared/query-client';
import { themeOf } from '../shared/theme-options';
import { readyToasts } from '../shared/toasts';
import { askForList, hearOfChangedAnswers } from './auth-answers';
import { consoleAuthFor } from './console-auth';
import { ConsoleContext } from './console-context';
import type { AdminAppProps, CustomPage } from './console-props';
import { consoleResources, isFetched } from './console-resources';
import { consoleStore } from './console-store';
import { consoleTexts, withConsoleTexts } from './console-texts';
import { dataProvider as ownDataProvider } from './data-provider';
import { HomePage, homeRoute } from './home';
import { BehindShellUntilFrame } from './layout/BehindShellUntilFrame';
import { ConsoleLayout } from './layout/ConsoleLayout';
import { NoAccessPage } from './layout/NoAccessPage';
import { UnknownPage } from './layout/UnknownPage';
import { pageKeepingRouter } from './list/kept-page';
import { NotificationBridge } from './NotificationBridge';
import { askOffered, useOfferedInTime } from './offered';
import { onOutdated } from './provider/send-write';
import { loadChecks } from './provider/specified-resources';
import { withResourceTexts } from './resource-texts';
import { consoleTheme } from './theme/console-theme';
import { ExportNotice } from './theme/ExportNotice';
import { rememberingLists } from './theme/export-records';
import { type ConsoleContents, readyConsoleParts, useConsoleParts } from './use-console-parts';
import { confirmingProvider } from './writes/confirming-provider';
import { permittedProvider } from './writes/permitted-provider';
import { ReasonPrompt } from './writes/ReasonPrompt';
import { writeQuestions } from './writes/write-questions';

/** What breaks outside of a page (src/admin/layout/Boundaries.tsx) goes to the app's error page. */
function ToErrorPage({ error }: { error: Error }): never {
  throw error;
}

/** Fetched where an operator has pages of their own. */
const OwnPage = lazyPage(() => import('./extensions/OwnPage'));

/** Without any: the same each time. */
const none: readonly CustomPage[] = [];

/** What is done in the console needs these, with or without a network by then. */
const behindFirstPage = () => Promise.all([readyToasts(), loadChecks.ready()]);

function Console(parts: ConsoleContents) {
  useAhead(behindFirstPage);
  const {
    added,
    extensions,
    dataProvider = ownDataProvider,
    authProvider,
    i18nProvider,
    store: ownStore,
    queryClient = ownQueryClient,
    layout = ConsoleLayout,
    theme: ownTheme,
    dashboard,
    customRoutes = none,
    menu,
  } = parts;
  const [resources] = useState(() => consoleResources(added, extensions));
  useEffect(() => {
    // Where nothing is named there is nothing to look at.
    if (menu || customRoutes !== none || Object.keys(extensions).length > 0)
      import('./extensions/unknown-names').then(
        (module) => module.tellUnknown(parts, resources),
        // What cannot be fetched is told by the page itself.
        () => {},
      );
  }, [parts, resources, extensions, menu, customRoutes]);
  useEffect(
    () =>
      onOutdated(() => {
        // What is asked about stays as it was seen: its queries keep nothing. So does the record of a form, as what is typed is of the
        // version that was seen: react-admin's query of it is not even read anew after a pause of the network.
        queryClient.invalidateQueries({
          predicate: ({ observers }) =>
            observers.every(({ options }) => options.gcTime !== 0 && options.refetchOnReconnect !== false),
        });
      }),
    [queryClient],
  );
  const [ownAuth] = useState(() => consoleAuthFor(resources));
  const auth = authProvider ?? ownAuth;
  const [store] = useState(() => ownStore ?? consoleStore());
  const [questions] = useState(writeQuestions);
  const [texts] = useState(() =>
    withResourceTexts(i18nProvider ? withConsoleTexts(i18nProvider) : consoleTexts, resources),
  );
  const provider = useMemo(() => {
    hearOfChangedAnswers(queryClient);
    askOffered(queryClient, dataProvider);
    const silent = new Set(
      resources.flatMap(({ name, options }) => (options?.asksWhy === false ? [name] : [])),
    );
    const options = { client: queryClient, questions, store, silent };
    return permittedProvider(confirmingProvider(rememberingLists(dataProvider), options), auth);
  }, [auth, dataProvider, queryClient, questions, resources, store]);
  useOfferedInTime(queryClient, dataProvider);
  const wholeTheme = useCallback(
    // What an operator makes of a theme is made of colours: variables would go before those that it has of its own.
    (outer: Theme) => (ownTheme ? ownTheme(consoleTheme(themeOf(outer.palette.mode))) : consoleTheme(outer)),
    [ownTheme],
  );

  return (
    <ConsoleContext value={parts}>
      <BehindShellUntilFrame hasFrame={layout === ConsoleLayout}>
        <CoreAdminContext
          basename={screens.admin}
          dataProvider={provider}
          authProvider={auth}
          i18nProvider={texts}
          queryClient={queryClient}
          store={store}
          routerProvider={pageKeepingRouter}
        >
          <ThemeProvider theme={wholeTheme}>
            <NotificationBridge>
              <CoreAdminUI
                title="Users"
                {...(dashboard && { dashboard })}
                layout={layout}
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
                <CustomRoutes>
                  <Route path={homeRoute} element={<HomePage />} />
                  {customRoutes.map((page) => (
                    <Route
                      key={page.path}
                      path={page.path}
                      element={
                        <Suspense fallback={<LoadingScreen />}>
                          <OwnPage {...page} />
                        </Suspense>
                      }
                    />
                  ))}
                </CustomRoutes>
              </CoreAdminUI>
            </NotificationBridge>
            <ReasonPrompt questions={questions} />
            <ExportNotice />
          </ThemeProvider>
        </CoreAdminContext>
      </BehindShellUntilFrame>
    </ConsoleContext>
  );
}

/** Fetches what the console is made of, and the code of its page at an address. */
export async function ready(path: string): Promise<void> {
  const parts = await readyConsoleParts();
  const { added, extensions, authProvider, queryClient = ownQueryClient } = parts;
  askOffered(queryClient, parts.dataProvider ?? ownDataProvider);
  const within = path.slice(screens.admin.length);
  const [, name, id, view] = within.split('/');
  const resources = consoleResources(added, extensions);
  const resource = resources.find((each) => each.name === name);
  const page = view === 'show' ? resource?.show : id === undefined ? resource?.list : undefined;
  if (name && page && page === resource?.list && !authProvider)
    askForList(queryClient, consoleAuthFor(resources), name);
  const shown: unknown = within === homeRoute ? HomePage : page;
  if (isFetched(shown)) await shown.ready();
}

/**
 * The administration console under /admin. The app's guard has already let in administrators and auditors only; router,
 * toasts and sign-in are the app's. What it is given here goes before what src/app.config.ts says; both are read once,
 * when it opens.
 */
export default function AdminApp(props: AdminAppProps) {
  const parts = useConsoleParts(props);
  return parts ? <Console {...parts} /> : <LoadingScreen />;
}
