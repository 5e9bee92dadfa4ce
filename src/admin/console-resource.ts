import type { ResourceProps } from 'ra-core';

/** What a folder under src/admin exports by default: a part of the console, with its pages and its entry in the menu. */
export type ConsoleResource = Pick<
  ResourceProps,
  'name' | 'list' | 'create' | 'edit' | 'show' | 'icon' | 'recordRepresentation' | 'options'
>;

/** Fetches such a folder: `() => import('./admin/wallets')`. */
export type ResourceLoader = () => Promise<{ default: ConsoleResource }>;
