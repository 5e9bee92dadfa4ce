import { type RaRecord, useResourceContext } from 'ra-core';
import { createElement, Fragment, type ReactNode, use } from 'react';
import { ConsoleContext } from '../console-context';
import { type ConsoleText, useConsoleText } from '../console-text';
import type { Column } from '../list/columns';
import { type Filter, filterNames } from '../list/filters';
import type { Extension } from './extension';

/** What the search of a list is called that does not say so. */
const usualSearch = 'Search name or email';

/** What an extension adds to, and a language says anew. */
interface ListParts<R extends RaRecord> {
  title: string;
  columns: readonly Column<R>[];
  filters?: readonly Filter[];
  moreFilters?: readonly Filter[];
  search?: string | null;
  actions?: ReactNode;
}

/** The columns with those of an extension, each at its place; controls of a row stay last. */
function withColumns<R extends RaRecord>(
  columns: readonly Column<R>[],
  added: Extension['columns'] = [],
): Column<R>[] {
  const all = [...columns];
  for (const { after, ...column } of added) {
    const behind = all.findLastIndex(({ label }) => label === after);
    const controls = all.findIndex(({ pinned }) => pinned);
    const end = controls < 0 ? all.length : controls;
    all.splice(behind < 0 ? end : behind + 1, 0, column);
  }
  return all;
}

/** The filters but those in whose place an extension has one. */
function without(filters: readonly Filter[], added: readonly Filter[]): Filter[] {
  const names = new Set(added.flatMap(filterNames));
  return filters.filter((filter) => !filterNames(filter).some((name) => names.has(name)));
}

const said = (text: ConsoleText) =>
  function inLanguage<T extends { label: string }>(part: T): T {
    return { ...part, label: text(part.label) };
  };

/** The parts of a list with what an extension adds to them, in the language of the console. */
export function extendList<R extends RaRecord, P extends ListParts<R>>(
  parts: P,
  { columns, filters = [], actions }: Extension,
  text: ConsoleText,
): P {
  return {
    ...parts,
    title: text(parts.title),
    search: parts.search === null ? null : text(parts.search ?? usualSearch),
    columns: withColumns(parts.columns, columns).map(said(text)),
    filters: without(parts.filters ?? [], filters).map(said(text)),
    moreFilters: [...without(parts.moreFilters ?? [], filters), ...filters].map(said(text)),
    actions: actions ? createElement(Fragment, null, parts.actions, createElement(actions)) : parts.actions,
  };
}

/** The same for the list of the resource whose page this is. */
export function useExtendedList<R extends RaRecord, P extends ListParts<R>>(parts: P): P {
  const { extensions } = use(ConsoleContext);
  const resource = useResourceContext() ?? '';
  const text = useConsoleText();
  return extendList(parts, extensions[resource] ?? {}, text);
}
