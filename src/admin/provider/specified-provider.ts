import type { GetListParams, GetManyParams, GetOneParams, Identifier, RaRecord, UpdateParams } from 'ra-core';
import { sharedRefusals } from '../../../contract/messages';
import { ApiError } from '../../shared/api-error';
import { lazyCode } from '../../shared/loading/lazy-code';
import type { ListMeta } from '../list-total';
import { isOffered, mayLackCall, notOffered } from './base-calls';
import type { ListRequest } from './browser-list';
import { recordName, sendWrite } from './send-write';
import type { SpecifiedResource, WriteMarks } from './specified-resources';

/** Only a host that sends whole lists needs it. */
const loadBrowserList = lazyCode(() => import('./browser-list'));

interface Abortable {
  signal?: AbortSignal | undefined;
}

function signalOf({ signal }: Abortable): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

/** `_id` is the identifier on the wire, `id` in the console. */
function toConsole(resource: SpecifiedResource, record: object): RaRecord {
  return { ...record, id: String(resource.idOf(record)) };
}

/** The query of ra-data-simple-rest; its range counts from 0 and includes its end. A list may be sorted by nothing. */
export function queryOf({ pagination, sort, filter }: ListRequest) {
  const start = pagination ? (pagination.page - 1) * pagination.perPage : 0;
  return {
    ...(sort?.field ? { sort: JSON.stringify([sort.field, sort.order]) } : {}),
    ...(pagination ? { range: JSON.stringify([start, start + pagination.perPage - 1]) } : {}),
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
  };
}

/**
 * One page. A host that answers without the size of the list has sent all of it, which is then paged here; whoever wants all
 * of it has `uncut` in `meta`, and is given what came once.
 */
export async function listSpecified(
  resource: SpecifiedResource,
  request: Pick<GetListParams, 'pagination' | 'sort' | 'filter' | 'meta'> & Abortable,
): Promise<{ data: RaRecord[]; total: number; meta?: ListMeta }> {
  const { data, total, atLeast } = await resource.list({ query: queryOf(request), ...signalOf(request) });
  if (total === undefined) {
    const whole = (await resource.complete?.(data, request.signal)) ?? data;
    const records = whole.map((record) => toConsole(resource, record));
    const { pagination, sort, filter, meta } = request;
    const page = meta?.uncut === true ? undefined : pagination;
    const { browserList } = await loadBrowserList();
    return browserList(records, { pagination: page, sort, filter }, resource.spec);
  }
  const records = data.map((record) => toConsole(resource, record));
  return { data: records, total, ...(atLeast && { meta: { atLeast } }) };
}

/** Records asked for at once; their ids stand in an address. */
const readAtOnce = 100;

/** The records of several ids in their order, read in portions. One that is gone is missing. */
export async function inPortions(
  ids: readonly Identifier[],
  read: (some: Identifier[]) => Promise<{ data: RaRecord[] }>,
): Promise<RaRecord[]> {
  const found = new Map<string, RaRecord>();
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const { data } = await read(ids.slice(start, start + readAtOnce));
    for (const record of data) found.set(String(record.id), record);
  }
  return ids.flatMap((id) => found.get(String(id)) ?? []);
}

export function manySpecified(
  resource: SpecifiedResource,
  { ids, ...rest }: Pick<GetManyParams, 'ids'> & Abortable,
) {
  return inPortions(ids, (some) =>
    listSpecified(resource, {
      pagination: { page: 1, perPage: some.length },
      filter: { id: some },
      ...signalOf(rest),
    }),
  );
}

// How hosts without item reads answer one.
const noSuchRoute = new Set([404, 405, 501]);
// How hosts answer a filter by an id that can be none.
const noSuchId = new Set([400, 404, 422]);

/** What is said of an id that the list of a host without item reads does not have. */
function noSuchRecord(): ApiError {
  const message = sharedRefusals.notFound;
  return new ApiError(404, [{ error: message, message, code: 'not_found' }]);
}

export async function oneSpecified(resource: SpecifiedResource, { id, ...rest }: GetOneParams & Abortable) {
  const missing = (error: ApiError) => (error.status === 404 ? error : noSuchRecord());
  const offered = await isOffered(resource.readCall);
  try {
    if (offered === false) throw notOffered();
    return toConsole(resource, await resource.read(String(id), signalOf(rest)));
  } catch (error) {
    // A host that has the call says by a refusal that there is no such record.
    if (offered || !(error instanceof ApiError)) throw error;
    const lacks = noSuchRoute.has(error.status) || (offered === undefined && mayLackCall(error));
    if (!lacks) throw error;
    // One that does not understand the filter answers others, which are left out.
    const [record] = await manySpecified(resource, { ids: [id], ...rest }).catch((failure: unknown) => {
      throw failure instanceof ApiError && noSuchId.has(failure.status) ? missing(error) : failure;
    });
    if (!record) throw missing(error);
    return record;
  }
}

/**
 * The record after a write: what was known, then what was sent and answered. Other hosts (docs/rules.md, "Other hosts")
 * answer `_id` and `status`, and may name the person by an id alone, which must not replace the
 * person's name and address.
 */
function afterWrite(id: Identifier, previous: RaRecord | undefined, reply: object): RaRecord {
  const known = { ...previous, ...reply, id };
  const user = Reflect.get(reply, 'user');
  return typeof user === 'object' && user !== null ? known : { ...known, user: previous?.user };
}

export async function updateSpecified(
  resource: SpecifiedResource,
  { id, data, previousData }: UpdateParams,
  marks: WriteMarks,
): Promise<RaRecord> {
  const { write, name } = resource;
  if (!write) throw notOffered();
  const reply = await sendWrite(
    [name, id, data, marks],
    (idempotencyKey) => write(String(id), data, previousData, { ...marks, idempotencyKey }),
    [{ record: recordName(name, id), ifMatch: marks.ifMatch }],
  );
  return afterWrite(id, previousData, reply ?? {});
}
