import type { ResourceProps } from 'ra-core';
import type { ComponentType } from 'react';
import type { OfferedCall } from '../../contract/calls';
import type { EndpointName } from '../../contract/endpoints';

/** What a folder under src/admin exports by default: a part of the console, with its pages and its entry in the menu. */
export type ConsoleResource = Pick<
  ResourceProps,
  'name' | 'list' | 'create' | 'edit' | 'show' | 'icon' | 'recordRepresentation'
> & {
  options?: {
    label?: string;
    /** One of its records, in titles and questions: 'Ticket' where the label is 'Tickets'. */
    singular?: string;
    /** Auditors do not see it; where the server says `permissions: { read: 'admin' }`. */
    adminsOnly?: boolean;
    /**
     * The call that its pages cannot do without, by its name or as 'GET /api/admin/tickets': hosts that do not have it have no
     * such entry in the menu.
     */
    needs?: EndpointName | OfferedCall;
    /**
     * False: adding and changing a record asks for no reason, for pages that save while one types, say. Deleting, and
     * changing several, always does, and the server may still demand one.
     */
    asksWhy?: boolean;
    /** What stands behind its entry in the menu, such as how many of its records wait. */
    Count?: ComponentType;
  };
};

/** Something itself, or how it is fetched when somebody opens the console: `() => import('./admin/wallets')`. */
export type Given<T extends object> = T | (() => Promise<{ default: T }>);
