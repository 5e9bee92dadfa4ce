import type { ReactElement } from 'react';
import type { ListSpec } from '../../../contract/list-query';
import {
  BoundFilter,
  ChoiceFilter,
  FlagFilter,
  ReferenceFilter,
  SearchFilter,
  TextFilter,
} from './FilterInputs';
import { type Filter, filterNames } from './filters';

function elementsOf(filter: Filter, { filterable }: Pick<ListSpec, 'filterable'>): ReactElement[] {
  const { kind, field, label } = filter;
  const given = { key: field, source: field, label, alwaysOn: true } as const;
  switch (kind) {
    case 'choice':
      return [<ChoiceFilter {...given} key={field} choices={filter.choices} />];
    case 'flag':
      return [<FlagFilter {...given} key={field} />];
    case 'reference':
      return [<ReferenceFilter {...given} key={field} reference={filter.reference} />];
    case 'text':
      // The contract's lists have addresses in lower case (contract/fields.ts); those of operators have them as they were written.
      return [<TextFilter {...given} key={field} lower={field === 'email' && field in filterable} />];
    default:
      return filterNames(filter).map((name, index) => (
        <BoundFilter
          key={name}
          source={name}
          // Rows show the reader's time, in which a day begins at another moment.
          label={`${label} ${index === 0 ? 'from' : 'to'}${kind === 'days' ? ' (UTC)' : ''}`}
          kind={kind}
          alwaysOn
        />
      ));
  }
}

/**
 * The search and the filters of a list for react-admin's form. `search` is what the search is called; null for none. `spec` is
 * what the host filters by.
 */
export function filterElements(
  search: string | null | undefined,
  filters: readonly Filter[],
  spec: Pick<ListSpec, 'filterable'>,
): ReactElement[] {
  const elements = filters.flatMap((filter) => elementsOf(filter, spec));
  return search === null
    ? elements
    : [<SearchFilter key="q" source="q" label={search} alwaysOn />, ...elements];
}
