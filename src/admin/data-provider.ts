import type { DataProvider, GetListParams, Identifier, RaRecord } from 'ra-core';
import { changedFields, serverFields } from '../../contract/changed-fields';
import { limits } from '../../contract/limits';
import { withHttpErrors } from './failure';
import { addedResources, listAdded } from './provider/added-resources';
import { notOffered } from './provider/base-calls';
import { type ConsoleDataProvider, consoleCalls } from './provider/console-calls';
import { listSpecified, manySpecified, oneSpecified, updateSpecified } from './provider/specified-provider';
import { specifiedResources, type WriteMarks } from './provider/specified-resources';
import { writeEach } from './provider/write-each';
import type { Versions, WriteMeta } from './write-meta';

/** What the host fills in itself. A copy of a record has that of the other. */
const filledByHost = new Set(['id', ...serverFields]);

function withoutFilled(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !filledByHost.has(name)));
}

/** Records asked for at once; their ids stand in an address. */
const readAtOnce = 100;

function marksOf(meta: WriteMeta | undefined, previous?: Partial<RaRecord>): WriteMarks {
  const version: unknown = previous?.version;
  return {
    ...(typeof version === 'number' ? { ifMatch: version } : {}),
    ...(meta?.reason ? { reason: meta.reason } : {}),
  };
}

/**
 * The records of several ids with the versions their writes name: those the caller has seen, else those there are now.
 * A record that is gone is missing.
 */
async function versionedRecords(
  read: (ids: Identifier[]) => Promise<RaRecord[]>,
  ids: readonly Identifier[],
  seen: Versions = {},
): Promise<Map<string, Partial<RaRecord>>> {
  const records = new Map<string, Partial<RaRecord>>();
  for (let start = 0; start < ids.length; start += readAtOnce) {
    for (const record of await read(ids.slice(start, start + readAtOnce))) {
      records.set(String(record.id), { ...record, version: seen[record.id] ?? record.version });
    }
  }
  return records;
}

/** As above for one of the added resources, read only as far as the caller has not seen the versions. */
async function versionsOfAdded(
  name: string,
  ids: readonly Identifier[],
  seen: Versions = {},
): Promise<Map<string, Partial<RaRecord>>> {
  const unseen = ids.filter((id) => seen[id] === undefined);
  const read = async (some: Identifier[]) => (await addedResources().getMany(name, { ids: some })).data;
  const records = await versionedRecords(read, unseen);
  for (const [id, version] of Object.entries(seen)) records.set(id, { version });
  return records;
}

/** An address may ask for a page before the first, or for less than a row: the console goes where there is one, but reads the other before. */
function fromFirstPage(params: GetListParams): GetListParams {
  const { pagination } = params;
  if (!pagination || Math.min(pagination.page, pagination.perPage) >= 1) return params;
  const perPage = pagination.perPage < 1 ? limits.pageSize : pagination.perPage;
  return { ...params, pagination: { page: 1, perPage } };
}

// In what follows `as RecordType` repeats what react-admin's caller has said: records come from the host unchecked.

/**
 * The console's way to the host, the only one: users, accounts and transactions on the base calls (docs/rules.md,
 * "Other hosts"), every other resource under /api/admin, and the calls that are no records. Refusals are HttpError with
 * the messages of the fields in `body.errors`.
 */
export const dataProvider: ConsoleDataProvider = {
  ...consoleCalls,
  supportAbortSignal: true,

  getList: <RecordType extends RaRecord>(name: string, params: Parameters<DataProvider['getList']>[1]) =>
    withHttpErrors(async () => {
      const resource = specifiedResources.get(name);
      const shown = fromFirstPage(params);
      if (!resource) return listAdded<RecordType>(name, shown);
      const { data, ...size } = await listSpecified(resource, shown);
      return { data: data as RecordType[], ...size };
    }),

  getOne: <RecordType extends RaRecord>(name: string, params: Parameters<DataProvider['getOne']>[1]) =>
    withHttpErrors(async () => {
      const resource = specifiedResources.get(name);
      if (!resource) return addedResources().getOne<RecordType>(name, params);
      return { data: (await oneSpecified(resource, params)) as RecordType };
    }),

  getMany: <RecordType extends RaRecord>(name: string, params: Parameters<DataProvider['getMany']>[1]) =>
    withHttpErrors(async () => {
      const resource = specifiedResources.get(name);
      if (!resource) return addedResources().getMany<RecordType>(name, params);
      const { data } = await manySpecified(resource, params);
      return { data: data as RecordType[] };
    }),

  getManyReference: <RecordType extends RaRecord>(
    name: string,
    params: Parameters<DataProvider['getManyReference']>[1],
  ) =>
    withHttpErrors(async () => {
      const resource = specifiedResources.get(name);
      if (!resource) return addedResources().getManyReference<RecordType>(name, params);
      const filter = { ...params.filter, [params.target]: params.id };
      const { data, ...size } = await listSpecified(resource, { ...params, filter });
      return { data: data as RecordType[], ...size };
    }),

  update: <RecordType extends RaRecord>(name: string, params: Parameters<DataProvider['update']>[1]) =>
    withHttpErrors(async () => {
      const resource = specifiedResources.get(name);
      const marks = marksOf(params.meta, params.previousData);
      if (!resource) {
        const data = changedFields(params.previousData, params.data);
        // A button may set what is set already, which a host refuses as nothing at all.
        if (params.previousData && Object.keys(data).length === 0) {
          return { data: params.previousData as RecordType };
        }
        return addedResources(marks).update<RecordType>(name, { ...params, data });
      }
      return { data: (await updateSpecified(resource, params, marks)) as RecordType };
    }),

  updateMany: (name, { ids, data, meta }: Parameters<DataProvider['updateMany']>[1]) =>
    withHttpErrors(async () => {
      const given: WriteMeta | undefined = meta;
      const resource = specifiedResources.get(name);
      if (!resource) {
        const known = await versionsOfAdded(name, ids, given?.versions);
        const update = (id: Identifier) =>
          addedResources(marksOf(given, known.get(String(id)))).update(name, {
            id,
            data,
            previousData: { id },
          });
        return { data: await writeEach(ids, 'changed', update) };
      }
      const read = async (some: Identifier[]) => (await manySpecified(resource, { ids: some })).data;
      const records = await versionedRecords(read, ids, given?.versions);
      // One after the other: other hosts have no call for several at once.
      const update = (id: Identifier) => {
        const previousData = { ...records.get(String(id)), id };
        return updateSpecified(resource, { id, data, previousData }, marksOf(given, previousData));
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
      const { id, meta, previousData } = params;
      const known =
        previousData?.version === undefined
          ? (await versionsOfAdded(name, [id])).get(String(id))
          : previousData;
      return addedResources(marksOf(meta, known)).delete(name, params);
    }),

  deleteMany: (name, { ids, meta }: Parameters<DataProvider['deleteMany']>[1]) =>
    withHttpErrors(async () => {
      if (specifiedResources.has(name)) throw notOffered();
      const given: WriteMeta | undefined = meta;
      const known = await versionsOfAdded(name, ids, given?.versions);
      const remove = (id: Identifier) =>
        addedResources(marksOf(given, known.get(String(id)))).delete(name, { id });
      return { data: await writeEach(ids, 'deleted', remove) };
    }),
};
