import type { DataProvider, fetchUtils, GetListResult, Identifier, RaRecord } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { resourcesPath } from '../../../contract/calls';
import { type HttpAnswer, sendRequest, totalOf } from '../../shared/http';
import type { ListMeta } from '../list-total';
import { madeOf } from '../sent-for-approval';
import { sendWrite } from './send-write';
import type { WriteMarks } from './specified-resources';

type WithId = Record<string, unknown> & { id?: Identifier };

function toConsole(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || !('_id' in record)) return record;
  const { _id, ...fields } = record;
  return { id: _id, ...fields } as WithId;
}

/** What the library sends a request with: the API client, which says for itself what the body is. */
function client(write?: WriteMarks, onAnswer?: (answer: HttpAnswer) => void) {
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
    const answer = await (write ? sendWrite([method, path, body, write], send) : send());
    onAnswer?.(answer);
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

/** A page of such a resource, and whether it has more rows than were counted, which the library does not read. */
export async function listAdded<R extends RaRecord>(
  name: string,
  params: Parameters<DataProvider['getList']>[1],
): Promise<GetListResult<R>> {
  let meta: ListMeta | undefined;
  const reading = client(undefined, ({ headers }) => {
    const { atLeast } = totalOf(headers);
    if (atLeast) meta = { atLeast };
  });
  const page = await simpleRestProvider(resourcesPath, reading).getList<R>(name, params);
  return { ...page, ...(meta && { meta }) };
}
