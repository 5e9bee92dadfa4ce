import type { Fetched } from '../shared/loading/lazy-part';
import accounts from './accounts';
import audit from './audit';
import books from './books';
import type { ConsoleResource } from './console-resource';
import type { Extensions } from './extensions/extension';
import invitations from './invitations';
import mail from './mail';
import proposals from './proposals';
import reports from './reports';
import review from './review';
import security from './security';
import transactions from './transactions';
import users from './users';

const before: readonly ConsoleResource[] = [users, accounts, transactions, review, reports, proposals];
const behind: readonly ConsoleResource[] = [invitations, audit, security, mail, books];

/** One part over another: what it names is its own, of the options too. */
function over(resource: ConsoleResource, parts: Partial<ConsoleResource> | undefined): ConsoleResource {
  if (!parts) return resource;
  const { list, edit, create, show, icon, recordRepresentation, options } = parts;
  const named = Object.entries({ list, edit, create, show, icon, recordRepresentation }).filter(
    ([, part]) => part !== undefined,
  );
  return {
    ...resource,
    ...Object.fromEntries(named),
    ...((resource.options || options) && { options: { ...resource.options, ...options } }),
  };
}

/**
 * The parts of the console in the order of its menu: its own, and between them those that an operator has added. An added
 * one with the name of one of ours or of one before it, and an extension, go over what is there.
 */
export function consoleResources(
  added: readonly ConsoleResource[],
  extensions: Extensions,
): ConsoleResource[] {
  const own = new Set([...before, ...behind].map(({ name }) => name));
  const replacing = new Map<string, ConsoleResource>();
  for (const resource of added) {
    const earlier = replacing.get(resource.name);
    replacing.set(resource.name, earlier ? over(earlier, resource) : resource);
  }
  const others = [...replacing.values()].filter(({ name }) => !own.has(name));
  return [...before, ...others, ...behind].map((resource) =>
    over(over(resource, replacing.get(resource.name)), extensions[resource.name]),
  );
}

/** Whether a page is one whose code can be fetched before it is shown. */
export function isFetched(page: unknown): page is Pick<Fetched<never>, 'ready'> {
  return page instanceof Object && 'ready' in page;
}
