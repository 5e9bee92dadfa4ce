/** Fetches the drawer of entries; it is no part of the dashboard's first load. */
export const loadDrawer = () => import('./EntriesDrawer');
