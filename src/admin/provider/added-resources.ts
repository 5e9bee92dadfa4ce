import type { DataProvider, fetchUtils, GetListResult, Identifier, RaRecord } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { v4 as randomUuid } from 'uuid';
import { headers as headerNames } from '../../../contract/headers';
import { ApiError, retryAfterOf, totalOf } from '../../shared/api';
import { readErrors, unreachable } from '../../shared/error-items';
import { clearToken } from '../../shared/session';
import { readToken } from '../../shared/token';
import type { ListMeta } from '../list-total';
import type { WriteOptions } from './specified-resources';

/** What goes with a write, besides its key. */
type AddedWrite = Omit<WriteOptions, 'idempotencyKey'>;

type WithId = Record<string, unknown> & { id?: Identifier };

function toConsole(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || !('_id' in record)) return record;
  const { _id, ...fields } = record;
  return { id: _id, ...fields } as WithId;
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function headersOf(options: fetchUtils.Options, token: string | null, write?: AddedWrite): Headers {
  const headers = new Headers(options.headers);
  headers.set('accept', 'application/json');
  // The library labels an absent body text/plain, which our server does not take.
  if (options.body) headers.set('content-type', 'application/json');
  else headers.delete('content-type');
  if (token) headers.set('authorization', `Bearer ${token}`);
  // Several records are written one by one, each under its own key.
  if (write) headers.set(headerNames.idempotencyKey, randomUuid());
  if (write?.ifMatch !== undefined) headers.set(headerNames.ifMatch, `"${write.ifMatch}"`);
  if (write?.reason) headers.set(headerNames.reason, encodeURIComponent(write.reason));
  return headers;
}

function client(write?: AddedWrite) {
  return async (url: string, options: fetchUtils.Options = {}) => {
    const token = readToken();
    let response: Response;
    try {
      response = await fetch(url, {
        method: options.method ?? 'GET',
        headers: headersOf(options, token, write),
        body: options.body ?? null,
        signal: options.signal ?? null,
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new ApiError(0, [unreachable]);
    }
    const body = await bodyOf(response);
    if (!response.ok) {
      // The guard around the console sees the session end and leads to the sign-in page.
      if (response.status === 401 && token && readToken() === token) clearToken('refused');
      throw new ApiError(response.status, readErrors(body, response.status), retryAfterOf(response.headers));
    }
    const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
    const json = Array.isArray(data) ? data.map(toConsole) : toConsole(data);
    return { status: response.status, headers: response.headers, body: '', json };
  };
}

function providerWith(httpClient: ReturnType<typeof client>): DataProvider {
  const base = import.meta.env.VITE_API_URL ?? '';
  return simpleRestProvider(`${base.replace(/\/$/, '')}/api/admin`, httpClient);
}

/**
 * The resources an operator adds: the dialect of ra-data-simple-rest under /api/admin, each answer read through
 * its `data` (design, section 6). `write` goes into the headers of a write. Throws ApiError.
 */
export function addedResources(write?: AddedWrite): DataProvider {
  return providerWith(client(write));
}

/** A page of such a resource, and whether it has more rows than were counted, which the library does not read. */
export async function listAdded<R extends RaRecord>(
  name: string,
  params: Parameters<DataProvider['getList']>[1],
): Promise<GetListResult<R>> {
  let meta: ListMeta | undefined;
  const page = await providerWith(async (url, options) => {
    const answer = await client()(url, options);
    const { atLeast } = totalOf(answer.headers);
    if (atLeast) meta = { atLeast };
    return answer;
  }).getList<R>(name, params);
  return { ...page, ...(meta && { meta }) };
}

/** The fields of `data` that differ from `previous`, all of them when nothing is known of before. */
export function changedFields(data: object, previous: object | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => !previous || JSON.stringify(value) !== JSON.stringify(Reflect.get(previous, name)),
    ),
  );
}
