import { resourcesPath } from '../../contract/calls';
import type { Endpoint } from '../../contract/endpoints';
import { id } from '../../contract/fields';
import { z } from '../../contract/zod';
import type { Resource } from './define-resource';

export const operations = ['list', 'get', 'create', 'update', 'delete'] as const;
export type Operation = (typeof operations)[number];

/** The calls of a resource, in the dialect of ra-data-simple-rest (docs/rules.md, "Lists"). */
export function endpointsOf(resource: Resource): Partial<Record<Operation, Endpoint>> {
  const { name, record, creation, change, list, read, writes, stepUp, twoPersons } = resource;
  const path = `${resourcesPath}/${name}`;
  const item = { path: `${path}/:id`, params: z.strictObject({ id }), reply: record } as const;
  const written = {
    access: 'admin',
    reply: record,
    ...(stepUp && { stepUp }),
    ...(twoPersons && { proposes: twoPersons }),
  } as const;
  return {
    list: {
      method: 'GET',
      path,
      access: read,
      summary: `List ${name}; can be filtered by ${Object.keys(list.filterable).join(', ')}`,
      list,
      reply: z.array(record),
    },
    get: { method: 'GET', ...item, access: read, summary: `One of ${name}` },
    ...(writes.create && {
      create: {
        method: 'POST',
        path,
        ...written,
        status: 201,
        summary: `Add to ${name}`,
        body: creation,
      },
    }),
    ...(writes.update && {
      update: {
        method: 'PUT',
        ...item,
        ...written,
        summary: `Change one of ${name}; send only changed fields`,
        body: change,
      },
    }),
    ...(writes.delete && {
      delete: { method: 'DELETE', ...item, ...written, summary: `Delete one of ${name}` },
    }),
  };
}
