import { eq } from 'drizzle-orm';
import { jsonOf, serverFields } from '../../contract/changed-fields';
import type { Effect, SentForApproval } from '../../contract/proposals';
import type { SiteMode } from '../../contract/site';
import { z } from '../../contract/zod';
import type { Queries, Tx } from '../db/client';
import { refuse } from '../errors/refusal';
import { type ActKind, actKind } from '../proposals/kinds';
import { type ProposeServices, propose } from '../proposals/propose';
import { rehearse } from '../proposals/rehearse';
import { type Row, toWire } from './columns';
import type { Resource } from './define-resource';
import {
  changesOf,
  createRecord,
  creationOf,
  deleteRecord,
  lockRow,
  personOf,
  type ResourceRecord,
  updateRecord,
  type Writer,
} from './records';

/** A write to a record: of a new one, of one that is there. */
const writeSchema = z.discriminatedUnion('write', [
  z.object({ write: z.literal('create'), values: z.record(z.string(), z.unknown()) }),
  z.object({ write: z.literal('update'), values: z.record(z.string(), z.unknown()) }),
  z.object({ write: z.literal('delete') }),
]);
export type RecordWrite = z.infer<typeof writeSchema>;

/** Stands for the id of a record that is yet to be made. */
const ofNew = 'new';

type Value = Effect['facts'][number]['value'];

function shownValue({ money }: Resource, row: Row, field: string): Value {
  const value = toWire(row[field], money.has(field));
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? value : value === null || value === undefined ? null : jsonOf(value);
}

/** What a write does to the fields that are shown; what it leaves stands beside them. Moments and versions are the server's. */
function effectOf(resource: Resource, before: Row | undefined, after: Row | undefined): Effect {
  const fields = resource.shown.filter((field) => !serverFields.includes(field));
  const values = (row: Row | undefined, field: string) => (row ? shownValue(resource, row, field) : null);
  const parts = fields.map((name) => ({ name, before: values(before, name), after: values(after, name) }));
  return {
    changes: parts.filter((part) => part.before !== part.after),
    facts: parts
      .filter((part) => part.before === part.after)
      .map(({ name, before: value }) => ({ name, value })),
    versions: before ? { record: Number(before.version) } : {},
  };
}

/** The record that a write is to change; none of one that is to be made. */
async function rowOf(
  db: Queries,
  resource: Resource,
  id: string,
  { lock, ifMatch }: { lock: boolean; ifMatch?: number | undefined },
): Promise<Row | undefined> {
  if (id === ofNew) return undefined;
  if (lock) return lockRow(db, resource, id, ifMatch);
  const { table, selected } = resource;
  const [row] = await db.select(selected).from(table).where(eq(table.id, id));
  if (!row) throw refuse.notFound();
  return row;
}

/** A record as a write would leave it; none when it would be deleted. Throws `validation`. */
function afterWrite(resource: Resource, before: Row | undefined, write: RecordWrite, siteMode: SiteMode) {
  if (write.write === 'delete') return undefined;
  if (!before) return creationOf(resource, write.values, siteMode);
  return { ...before, ...changesOf(resource, before, write.values, siteMode) };
}

function perform(
  tx: Tx,
  resource: Resource,
  writer: Writer,
  id: string,
  write: RecordWrite,
  ifMatch?: number,
) {
  if (write.write === 'create') return createRecord(tx, resource, writer, write.values);
  if (write.write === 'update') return updateRecord(tx, resource, writer, id, write.values, ifMatch);
  return deleteRecord(tx, resource, writer, id, ifMatch);
}

interface WriteServices extends ProposeServices {
  config: { siteMode: SiteMode; fourEyes: { address: boolean } };
}

/** Writes to a record, or proposes the write where it takes two administrators. What would change nothing is not proposed. */
export async function writeOrPropose(
  tx: Tx,
  services: WriteServices,
  actor: Writer['actor'],
  resource: Resource,
  write: RecordWrite,
  { id = ofNew, ifMatch }: { id?: string; ifMatch?: number | undefined } = {},
): Promise<ResourceRecord | SentForApproval> {
  const { siteMode, fourEyes } = services.config;
  if (resource.twoPersons && fourEyes.address) {
    const before = await rowOf(tx.db, resource, id, { lock: true, ifMatch });
    const after = afterWrite(resource, before, write, siteMode);
    const effect = effectOf(resource, before, after);
    if (effect.changes.length > 0) {
      await rehearse(tx, (tried) => perform(tried, resource, { actor, siteMode }, id, write));
      const act = { subjectType: resource.name, subjectId: id, parameters: write };
      const personId = personOf(resource, before ?? {}) ?? personOf(resource, after ?? {}) ?? null;
      return propose(tx, services, actor, { kind: 'address', ...act, personId, effect });
    }
  }
  return perform(tx, resource, { actor, siteMode }, id, write, ifMatch);
}

/** Writes to platform addresses, and to whatever other resources say so, as acts that two administrators agree on. */
export function addressKind(resources: readonly Resource[], siteMode: SiteMode): ActKind {
  function resourceOf(name: string): Resource {
    const found = resources.find((resource) => resource.name === name);
    if (!found) throw refuse.notFound();
    return found;
  }
  return actKind<RecordWrite>({
    parameters: writeSchema,

    async look(db, { subjectType, subjectId, parameters }, lock) {
      const resource = resourceOf(subjectType);
      const before = await rowOf(db, resource, subjectId, { lock });
      return {
        effect: effectOf(resource, before, afterWrite(resource, before, parameters, siteMode)),
        preview: null,
      };
    },

    async apply(tx, actor, { subjectType, subjectId, parameters }) {
      const written = await perform(tx, resourceOf(subjectType), { actor, siteMode }, subjectId, parameters);
      return written._id;
    },
  });
}
