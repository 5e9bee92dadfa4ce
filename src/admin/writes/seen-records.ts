import type { Query, QueryClient } from '@tanstack/react-query';
import type { Identifier, RaRecord } from 'ra-core';

function isRecord(value: unknown): value is RaRecord {
  return typeof value === 'object' && value !== null && 'id' in value;
}

/** The records in what a query of react-admin holds: one, several, a page, or pages. */
function recordsIn(data: unknown): RaRecord[] {
  if (Array.isArray(data)) return data.filter(isRecord);
  if (typeof data !== 'object' || data === null) return [];
  const { data: rows, pages } = data as { data?: unknown; pages?: unknown };
  if (Array.isArray(pages)) return pages.flatMap(recordsIn);
  if (Array.isArray(rows)) return rows.filter(isRecord);
  return isRecord(data) ? [data] : [];
}

/** What is on the screen comes last, and of the rest the newest: later ones stand for what was seen. */
function bySight(one: Query, other: Query): number {
  const shown = Number(one.isActive()) - Number(other.isActive());
  return shown || one.state.dataUpdatedAt - other.state.dataUpdatedAt;
}

/** Records of a resource as the pages have last shown them, by their ids; those that no page has shown are missing. */
export function seenRecords(
  client: QueryClient,
  resource: string,
  ids: readonly Identifier[],
): Map<Identifier, RaRecord> {
  const wanted = new Map(ids.map((id) => [String(id), id]));
  const queries = client.getQueryCache().findAll({ queryKey: [resource] });
  return new Map(
    queries.sort(bySight).flatMap(({ state }) =>
      recordsIn(state.data).flatMap((record) => {
        const id = wanted.get(String(record.id));
        return id === undefined ? [] : [[id, record] as const];
      }),
    ),
  );
}
