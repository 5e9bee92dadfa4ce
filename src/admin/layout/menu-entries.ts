import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import {
  type ResourceDefinition,
  useCanAccessResources,
  useCreatePath,
  useGetResourceLabel,
  useResourceDefinitions,
} from 'ra-core';
import { type ComponentType, use } from 'react';
import { screens } from '../../../contract/paths';
import { ConsoleContext } from '../console-context';
import type { CustomPage, MenuEntry } from '../console-props';
import { useConsoleText } from '../console-text';
import { useHasRole } from '../extensions/use-has-role';
import { useIsHomeOffered } from '../home/use-home';
import { useOffers } from '../offered';

/** An entry of the menu as it is shown. */
export interface ShownEntry {
  key: string;
  label: string;
  to: string;
  /** Leads out of the console, into a tab of its own. */
  elsewhere: boolean;
  icon?: ComponentType<{ fontSize?: 'small' }> | undefined;
  Count?: ComponentType | undefined;
}

const isElsewhere = (to: string) => /^[a-z][a-z\d+.-]*:/i.test(to);

function ofPage({ path, title, roles, menu }: CustomPage): MenuEntry[] {
  return menu ? [{ ...menu, label: title, to: path, ...(roles && { roles }) }] : [];
}

/**
 * The entries of the menu: the home, where the host has one, the lists of the resources that may be seen, in the order of
 * the console, and between them what an operator has added.
 */
export function useMenuEntries(): ShownEntry[] {
  const { menu = {}, customRoutes = [] } = use(ConsoleContext);
  const definitions: ResourceDefinition[] = Object.values(useResourceDefinitions());
  const { canAccess } = useCanAccessResources({
    action: 'list',
    resources: definitions.map(({ name }) => name),
  });
  const createPath = useCreatePath();
  const labelOf = useGetResourceLabel();
  const text = useConsoleText();
  const hasRole = useHasRole();
  const offers = useOffers();
  const isHomeOffered = useIsHomeOffered();

  const hidden = new Set(menu.hidden);
  const names = definitions.map(({ name }) => name);
  const own = [...(menu.entries ?? []), ...customRoutes.flatMap(ofPage)].filter(({ roles }) =>
    hasRole(roles),
  );
  const ownAfter = (place: string | null | undefined) =>
    own
      .filter(({ after }) => (after && !names.includes(after) ? undefined : after) === place)
      .map(({ label, to, icon }): ShownEntry => {
        const elsewhere = isElsewhere(to);
        return { key: to, label: text(label), to: elsewhere ? to : screens.admin + to, elsewhere, icon };
      });

  const lists = definitions.flatMap(({ name, icon, options, hasList }): ShownEntry[] => {
    // What the host has to say comes after what every host has: nothing moves.
    const isOffered = options?.needs === undefined || offers(options.needs);
    const shown = hasList && canAccess?.[name] && isOffered && !hidden.has(name);
    const to = createPath({ resource: name, type: 'list' });
    const list = {
      key: name,
      label: text(labelOf(name, 2)),
      to,
      elsewhere: false,
      icon,
      Count: options?.Count,
    };
    return [...(shown ? [list] : []), ...ownAfter(name)];
  });
  const home: ShownEntry = {
    key: 'home',
    label: text('Home'),
    to: screens.adminHome,
    elsewhere: false,
    icon: SpaceDashboardOutlined,
  };
  const isHomeShown = isHomeOffered && !hidden.has(home.key);
  return [...(isHomeShown ? [home] : []), ...ownAfter(null), ...lists, ...ownAfter(undefined)];
}
