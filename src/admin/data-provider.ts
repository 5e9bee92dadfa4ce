import type { DataProvider, Identifier, RaRecord } from 'ra-core';
import { v4 as randomUuid } from 'uuid';
import { withHttpErrors } from './failure';
import { addedResources, changedFields, listAdded } from './provider/added-resources';
import {
  listSpecified,
  manySpecified,
  notOffered,
  oneSpecified,
  updateSpecified,
} from './provider/specified-provider';
import { specifiedResources, type WriteOptions } from './provider/specified-resources';

/** What a write of the console may carry in react-admin's `meta`. */
interface WriteMeta {
  /** Why the administrator does it; kept in the audit log. */
  reason?: string;
}

function writeOptions(meta: WriteMeta | undefined, previous?: Partial<RaRecord>): WriteOptions {
  const version: unknown = previous?.version;
  return {
    idempotencyKey: randomUuid(),
    ...(typeof version === 'number' ? { ifMatch: version } : {}),
    ...(meta?.reason ? { reason: meta.reason } : {}),
  };
}

// In what follows `as RecordType` repeats what react-admin's caller has said: records come from the host unchecked.

/**
 * react-admin's way to the host: users, accounts and transactions on the routes of the specification, every other
 * resource under /api/admin. Refusals are HttpError with the messages of the fields in `body.errors`.
 */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,

  getList: <RecordType extends RaRecord>(name: string, params: Parameters<DataProvider['getList']>[1]) =>
    withHttpErrors(async () => {
      const resource = specifiedResources.get(name);
      if (!resource) return listAdded<RecordType>(name, params);
      const { data, ...size } = await listSpecified(resource, params);
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
      const options = writeOptions(params.meta, params.previousData);
      if (!resource) {
        const data = changedFields(params.data, params.previousData);
        return addedResources(options).update<RecordType>(name, { ...params, data });
      }
      return { data: (await updateSpecified(resource, params, options)) as RecordType };
    }),

  updateMany: (name, { ids, data, meta }) =>
    withHttpErrors(async () => {
      const resource = specifiedResources.get(name);
      if (!resource) return addedResources(writeOptions(meta)).updateMany(name, { ids, data });
      // One after the other, each against the version just read: there is no call for several at once.
      const updated: Identifier[] = [];
      for (const record of (await manySpecified(resource, { ids })).data) {
        const params = { id: record.id, data, previousData: record };
        updated.push((await updateSpecified(resource, params, writeOptions(meta, record))).id);
      }
      return { data: updated };
    }),

  create: (name, params) =>
    withHttpErrors(async () => {
      if (specifiedResources.has(name)) throw notOffered();
      return addedResources(writeOptions(params.meta)).create(name, params);
    }),

  delete: (name, params) =>
    withHttpErrors(async () => {
      if (specifiedResources.has(name)) throw notOffered();
      return addedResources(writeOptions(params.meta, params.previousData)).delete(name, params);
    }),

  deleteMany: (name, params) =>
    withHttpErrors(async () => {
      if (specifiedResources.has(name)) throw notOffered();
      return addedResources(writeOptions(params.meta)).deleteMany(name, params);
    }),
};
