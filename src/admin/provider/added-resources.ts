import type { DataProvider, fetchUtils, Identifier, RaRecord } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { resourcesPath } from '../../../contract/calls';
import { headers as headerNames } from '../../../contract/headers';
import { sendRequest, totalOf } from '../../shared/http';
import type { ListMeta } from '../list-total';
import { madeOf } from '../sent-for-approval';
import { sendWrite } from './send-write';
import { queryOf } from './specified-provider';
import type { WriteMarks } from './specified-resources';

type WithId = Record<string, unknown> & { id?: Identifier };

function toConsole(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || !('_id' in record)) return record;
  const { _id, ...fields } = record;
  return { id: _id, ...fields } as WithId;
}

/** What the library sends a request with: the API client, which says for itself what the body is. */
function client(write?: WriteMarks) {
  return async (path: string, { method = 'GET', headers, body, signal }: fetchUtils.Options = {}) => {
    const send = (idempotencyKey?: string) =>
      sendRequest(path, {
        method,
        headers: new Headers(headers),
        body: typeof body === 'string' ? body : null,
        signal: signal ?? undefined,
        // Several records are written one by one, each under its own key.
        ...(write && { ...write, idempotencyKey }),
      });
    const change = { record: path, ifMatch: write?.ifMatch, deletes: method === 'DELETE' };
    const answer = await (write ? sendWrite([method, path, body, write], send, [change]) : send());
    const data = write ? (madeOf(answer.data) ?? null) : (answer.data ?? null);
    const json = Array.isArray(data) ? data.map(toConsole) : toConsole(data);
    return { status: answer.status, headers: answer.headers, body: '', json };
  };
}

/**
 * The resources an operator adds: the dialect of ra-data-simple-rest under /api/admin, each answer read through
 * its `data` (docs/rules.md, "Requests and answers"). `write` goes into the headers of a write. Throws ApiError.
 */
export function addedResources(write?: WriteMarks): DataProvider {
  return simpleRestProvider(resourcesPath, client(write));
}

/** A list of such a resource, whole where no page is asked for, and whether it has more rows than were counted. */
export async function listAdded(
  name: string,
  { signal, meta, ...request }: Parameters<DataProvider['getList']>[1],
): Promise<{ data: RaRecord[]; total: number; meta?: ListMeta }> {
  const embed = meta?.embed && { embed: JSON.stringify(meta.embed) };
  const query = new URLSearchParams({ ...queryOf(request), ...embed });
  const { json, headers } = await client()(`${resourcesPath}/${name}?${query}`, { signal: signal ?? null });
  const data = json as RaRecord[];
  const { total = request.pagination ? undefined : data.length, atLeast } = totalOf(headers);
  if (total === undefined) throw new Error(`${name}: the answer has no ${headerNames.contentRange}`);
  return { data, total, ...(atLeast && { meta: { atLeast } }) };
}
