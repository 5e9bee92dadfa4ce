import type { Identifier } from 'ra-core';

/** The version of each record that an administrator has seen. */
export type Versions = Readonly<Record<Identifier, number>>;

/** What a write of the console may carry in react-admin's `meta`. */
export interface WriteMeta {
  /** Why the administrator does it; kept in the audit log. Empty where the page has asked and nothing was said. */
  reason?: string | undefined;
  /** What a page names itself; else the versions that the pages have shown. */
  versions?: Versions;
}
