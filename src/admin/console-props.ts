import type { Theme } from '@mui/material/styles';
import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider, CoreAdminUIProps, CoreLayoutProps, I18nProvider, Store } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import type { UserType } from '../../contract/enums';
import type { ConsoleResource, Given } from './console-resource';
import type { Extension } from './extensions/extension';
import type { ConsoleDataProvider } from './provider/console-calls';

/** Those of the people in the console who see something; everybody there when it is left out. */
interface ForRoles {
  roles?: readonly UserType[];
}

/** Within the console, beneath /admin. */
type ConsolePath = `/${string}`;

/** An entry of the menu that is no list of ours. */
export interface MenuEntry extends ForRoles {
  label: string;
  /** An address within the console, '/fees', or a whole one elsewhere, which opens in a tab of its own. */
  to: ConsolePath | `${string}:${string}`;
  icon?: ComponentType<{ fontSize?: 'small' }>;
  /** The resource behind whose entry it stands; null for the place behind the home, left out for the end. */
  after?: string | null;
}

/** What stands in the menu besides the lists. */
export interface MenuOptions {
  entries?: readonly MenuEntry[];
  /** Resources that have no entry, and `home`. Their pages stay. */
  hidden?: readonly string[];
}

/** A page of one's own, in the frame of the console and under its heading. */
export interface CustomPage extends ForRoles {
  /** '/fees', or '/fees/:year'. */
  path: ConsolePath;
  /** Heading of the page and title of the document. */
  title: string;
  page: ComponentType;
  /** Gives it an entry in the menu, which is called as the page is. */
  menu?: Pick<MenuEntry, 'icon' | 'after'>;
}

/** A card on the console's home. */
export interface HomeCard extends ForRoles {
  title: string;
  content: ComponentType;
  /** Takes the whole width. */
  wide?: boolean;
}

/** What an operator may put in place of the console's own, or add to it; what is left out stays as it is. */
export interface ConsoleOptions {
  /** The one way to the host: whatever the console asks of it goes through this. */
  dataProvider?: ConsoleDataProvider;
  authProvider?: AuthProvider;
  /** The language of the console (docs/extending.md, "Another language for the console"). */
  i18nProvider?: I18nProvider;
  /** Where react-admin remembers filters and chosen rows; in memory when left out, so that nothing is left behind. */
  store?: Store;
  /** Keeps what was read; that of the whole site when left out. */
  queryClient?: QueryClient;
  /** The frame around the pages. */
  layout?: ComponentType<CoreLayoutProps>;
  /** Makes the theme of the console from the product's, light or dark. */
  theme?: (ours: Theme) => Theme;
  /** At the head of the menu, and of the page on a phone; the product's mark and name when left out. */
  branding?: ReactNode;
  /** What /admin shows. */
  dashboard?: NonNullable<CoreAdminUIProps['dashboard']>;
  /** Cards for the console's own home. */
  cards?: readonly HomeCard[];
  customRoutes?: readonly CustomPage[];
  menu?: MenuOptions;
}

/** Parts of the console, by what each of them is about. */
interface ConsoleParts {
  /** Resources besides the console's own. One of the same name as one of those replaces what it names of it. */
  resources: readonly Given<ConsoleResource>[];
  /** What is added to resources that are there, by their names. */
  extend?: Readonly<Record<string, Given<Extension>>>;
}

/** What src/app.config.ts says of the console. All of it is fetched when somebody opens the console. */
export interface ConsoleConfig extends ConsoleParts {
  options?: () => Promise<{ default: ConsoleOptions }>;
}

/** What is given here goes before what src/app.config.ts says. */
export interface AdminAppProps extends ConsoleOptions, Partial<ConsoleParts> {}
