import type { DataProvider, GetListParams, GetManyParams, GetOneParams, Identifier, RaRecord } from 'ra-core';
import { changedFields, serverFields } from '../../contract/changed-fields';
import { limits } from '../../contract/limits';
import { withHttpErrors } from './failure';
import { addedResources, listAdded } from './provider/added-resources';
import { notOffered } from './provider/base-calls';
import { type ConsoleDataProvider, consoleCalls } from './provider/console-calls';
import {
  inPortions,
  listSpecified,
  manySpecified,
  oneSpecified,
  updateSpecified,
} from './provider/specified-provider';
import { specifiedResources, type WriteMarks } from './provider/specified-resources';
import { writeEach } from './provider/write-each';
import type { Versions, WriteMeta } from './write-meta';

/** What the host fills in itself. A copy of a record has that of the other. */
const filledByHost = new Set(['id', ...serverFields]);

function withoutFilled(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !filledByHost.has(name)));
}

/** Of a write to one record: the version that the page names, else that of the record as it was seen. */
function marksOf(meta: WriteMeta | undefined, id?: Identifier, previous?: Partial<RaRecord>): WriteMarks {
  const version: unknown = (id === undefined ? undefined : meta?.versions?.[id]) ?? previous?.version;
  return {
    ...(typeof version === 'number' ? { ifMatch: version } : {}),
    ...(meta?.reason ? { reason: meta.reason } : {}),
  };
}

/** An address may ask for a page before the first, or for less than a row: the console goes where there is one, but reads the other before. */
function fromFirstPage(params: GetListParams): GetListParams {
  const { pagination } = params;
  if (!pagination || Math.min(pagination.page, pagination.perPage) >= 1) return params;
  const perPage = pagination.perPage < 1 ? limits.pageSize : pagination.perPage;
  return { ...params, pagination: { page: 1, perPage } };
}

// In what follows `as RecordType` repeats what react-admin's caller has said: records come from the host unchecked.

/** A list, whole where no page is asked for. */
async function listed<RecordType extends RaRecord>(name: string, params: GetListParams) {
  const resource = specifiedResources.get(name);
  const shown = fromFirstPage(params);
  const { data, ...size } = await (resource ? listSpecified(resource, shown) : listAdded(name, shown));
  return { data: data as RecordType[], ...size };
}

async function one(name: string, params: GetOneParams): Promise<RaRecord> {
  const resource = specifiedResources.get(name);
  return resource ? oneSpecified(resource, params) : (await addedResources().getOne(name, params)).data;
}

async function many(name: string, { ids, ...rest }: GetManyParams): Promise<RaRecord[]> {
  const resource = specifiedResources.get(name);
  return resource
    ? manySpecified(resource, { ids, ...rest })
    : inPortions(ids, (some) => listAdded(name, { ...rest, filter: { id: some } }));
}

/**
 * The versions that writes of several ids name: those the caller has seen, else those there are now; `whole` with all else
 * that the records hold.
 */
async function versioned(
  name: string,
  ids: readonly Identifier[],
  seen: Versions = {},
  whole = false,
): Promise<Map<string, Partial<RaRecord>>> {
  const unread = whole ? [...ids] : ids.filter((id) => seen[id] === undefined);
  const records = await many(name, { ids: unread });
  return new Map<string, Partial<RaRecord>>([
    ...Object.entries(seen).map(([id, version]) => [id, { version }] as const),
    ...records.map(
      (record) => [String(record.id), { ...record, version: seen[record.id] ?? record.version }] as const,
    ),
  ]);
}

/**
 * The console's way to the host, the only one: users, accounts and transactions on the base calls (docs/rules.md,
 * "Other hosts"), every other resource under /api/admin, and the calls that are no records. Refusals are HttpError with
 * the messages of the fields in `body.errors`.
 */
export const dataProvider: ConsoleDataProvider = {
  ...consoleCalls,
  supportAbortSignal: true,

  getList: <RecordType extends RaRecord>(name: string, params: Parameters<DataProvider['getList']>[1]) =>
    withHttpErrors(() => listed<RecordType>(name, params)),

  getOne: <RecordType extends RaRecord>(name: string, params: Parameters<DataProvider['getOne']>[1]) =>
    withHttpErrors(async () => ({ data: (await one(name, params)) as RecordType })),

  getMany: <RecordType extends RaRecord>(name: string, params: Parameters<DataProvider['getMany']>[1]) =>
    withHttpErrors(async () => ({ data: (await many(name, params)) as RecordType[] })),

  getManyReference: <RecordType extends RaRecord>(
    name: string,
    { target, id, ...params }: Parameters<DataProvider['getManyReference']>[1],
  ) =>
    withHttpErrors(() => listed<RecordType>(name, { ...params, filter: { ...params.filter, [target]: id } })),

  update: <RecordType extends RaRecord>(name: string, params: Parameters<DataProvider['update']>[1]) =>
    withHttpErrors(async () => {
      const resource = specifiedResources.get(name);
      const { id, data: sent, previousData = await one(name, { id }) } = params;
      // Whoever has none of before may know the version all the same.
      const marks = marksOf(params.meta, id, params.previousData ?? { ...previousData, ...sent });
      if (!resource) {
        const data = withoutFilled(changedFields(previousData, sent));
        // A button may set what is set already, which a host refuses as nothing at all.
        if (Object.keys(data).length === 0) return { data: previousData as RecordType };
        const reply = await addedResources(marks).update<RecordType>(name, { ...params, data });
        // Other hosts may answer with little.
        return { data: { ...previousData, ...data, ...reply.data, id } as RecordType };
      }
      return { data: (await updateSpecified(resource, { ...params, previousData }, marks)) as RecordType };
    }),

  updateMany: (name, { ids, data, meta }: Parameters<DataProvider['updateMany']>[1]) =>
    withHttpErrors(async () => {
      const given: WriteMeta | undefined = meta;
      const resource = specifiedResources.get(name);
      const known = await versioned(name, ids, given?.versions, resource !== undefined);
      // One after the other: other hosts have no call for several at once.
      const update = (id: Identifier) => {
        const previousData = { ...known.get(String(id)), id };
        const marks = marksOf(given, id, previousData);
        return resource
          ? updateSpecified(resource, { id, data, previousData }, marks)
          : addedResources(marks).update(name, { id, data, previousData });
      };
      return { data: await writeEach(ids, 'changed', update) };
    }),

  create: (name, params) =>
    withHttpErrors(async () => {
      if (specifiedResources.has(name)) throw notOffered();
      const data = withoutFilled(params.data);
      return addedResources(marksOf(params.meta)).create(name, { ...params, data });
    }),

  delete: (name, params) =>
    withHttpErrors(async () => {
      if (specifiedResources.has(name)) throw notOffered();
      const { id, previousData } = params;
      const meta: WriteMeta | undefined = params.meta;
      const known =
        previousData?.version === undefined
          ? (await versioned(name, [id], meta?.versions)).get(String(id))
          : previousData;
      const reply = await addedResources(marksOf(meta, id, known)).delete(name, params);
      return { data: reply.data ?? { ...previousData, id } };
    }),

  deleteMany: (name, { ids, meta }: Parameters<DataProvider['deleteMany']>[1]) =>
    withHttpErrors(async () => {
      if (specifiedResources.has(name)) throw notOffered();
      const given: WriteMeta | undefined = meta;
      const known = await versioned(name, ids, given?.versions);
      const remove = (id: Identifier) =>
        addedResources(marksOf(given, id, known.get(String(id)))).delete(name, { id });
      return { data: await writeEach(ids, 'deleted', remove) };
    }),
};
