import { resourcesPath } from '../../contract/calls';
import { type Endpoint, endpoints } from '../../contract/endpoints';
import type { ListSpec } from '../../contract/list-query';
import { resources } from '../../server/declared-resources';

/** The lists whose address does not say what the console calls them. */
const baseLists: readonly (readonly [name: string, list: ListSpec])[] = [
  ['users', endpoints.listUsers.list],
  ['accounts', endpoints.listAccounts.list],
  ['transactions', endpoints.listTransactions.list],
];

/** The product's own lists under /api/admin. */
const adminLists = Object.values(endpoints).flatMap(({ path, list }: Endpoint) => {
  const name = path.startsWith(`${resourcesPath}/`) ? path.slice(resourcesPath.length + 1) : '';
  return list && name && !name.includes('/') ? [[name, list] as const] : [];
});

const declaredLists = resources.map(({ name, list }) => [name, list] as const);

/** Whether a column of ids can say which record is meant, and people can search for it. */
const canBeReferredTo = ({ filterable }: ListSpec) => filterable.id === 'ids' && filterable.q === 'search';

/** The resources that a field can refer to, by the console's names. */
export const referable: readonly string[] = [...baseLists, ...adminLists, ...declaredLists]
  .filter(([, list]) => canBeReferredTo(list))
  .map(([name]) => name)
  .toSorted();
