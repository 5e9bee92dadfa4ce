import { eq, getTableName, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { changedFields } from '../../contract/changed-fields';
import { refusals } from '../../contract/refusals';
import type { SiteMode } from '../../contract/site';
import { countedTo, withCappedTotal } from '../db/capped-total';
import type { Queries, ReadSource, Tx } from '../db/client';
import { listRows } from '../db/list-rows';
import { requireSession } from '../db/open-sessions';
import { asStillUsed } from '../errors/failures';
import { refuse } from '../errors/refusal';
import { type ListRequest, mapPage, type Page } from '../lists/list';
import type { Actor } from '../request';
import { partsOf, recordAudit } from '../writes/audit';
import { requireVersion } from '../writes/commit';
import { type Row, toStored, toWire } from './columns';
import type { Resource } from './define-resource';

/** A record as it leaves: `_id`, the fields that are shown, and the version that `If-Match` names. */
export interface ResourceRecord extends Row {
  _id: string;
  version: number;
}

/** Who writes to a resource, in which mode of the site. */
export interface Writer {
  actor: Actor & { userId: string };
  siteMode: SiteMode;
}

function toRecord({ shown, money }: Resource, row: Row): ResourceRecord {
  const fields = shown.map((field) => [field, toWire(row[field], money.has(field))]);
  return { _id: String(row.id), version: Number(row.version), ...Object.fromEntries(fields) };
}

/** Whom a record tells about, if anybody: what is written down of it is sealed, and goes with them. As PostgreSQL writes ids. */
export function personOf({ personal }: Resource, row: Row): string | undefined {
  const id = personal && row[personal.person];
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

function toRow({ columns }: Resource, values: Row): Row {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, toStored(columns[field], value)]),
  );
}

/** A page of a resource's records, or all. Many are not counted to their end: nobody keeps a count of them. */
export async function listRecords(
  source: Pick<ReadSource, 'db' | 'rest'>,
  resource: Resource,
  request: ListRequest,
): Promise<Page<ResourceRecord>> {
  const { table, columns, selected, searched, list } = resource;
  const page = await listRows(source, {
    request,
    defaultSort: list.defaultSort,
    columns,
    searched,
    tieBreaker: table.id,
    rows: (db, where) => db.select(selected).from(table).where(where).$dynamic(),
    ids: (db, where) => db.select({ id: table.id }).from(table).where(where).$dynamic(),
    countTo: countedTo(request),
  });
  return mapPage(withCappedTotal(request, page), (row) => toRecord(resource, row));
}

/** One record; throws `not_found` when there is none. */
export async function readRecord(db: Queries, resource: Resource, id: string): Promise<ResourceRecord> {
  const { table, selected } = resource;
  const [row] = await db.select(selected).from(table).where(eq(table.id, id));
  if (!row) throw refuse.notFound();
  return toRecord(resource, row);
}

/** Has references be looked at with the statement that is refused for them, also where they could wait for the COMMIT. */
function lookAtOnce(tx: Tx): void {
  tx.send(tx.db.execute(sql`set constraints all immediate`));
}

/** Adds a record. */
export async function createRecord(
  tx: Tx,
  resource: Resource,
  { actor, siteMode }: Writer,
  values: Row,
): Promise<ResourceRecord> {
  const row = { ...creationOf(resource, values, siteMode), id: uuid() };
  lookAtOnce(tx);
  const [stored] = await tx.db.insert(resource.table).values(row).returning(resource.selected);
  if (!stored) throw new Error('The record was not stored');
  const after = toRecord(resource, stored);
  recordAudit(tx, actor, {
    action: `${resource.name}.created`,
    subjectType: resource.name,
    subjectId: after._id,
    personId: personOf(resource, stored),
    after,
  });
  return after;
}

/**
 * Whether a change is refused because others refer to what the record was. PostgreSQL names the table that refers; where that is
 * the record's own, it is told by the columns, which stand in the detail in any language.
 */
function isReferredTo(
  { table }: Resource,
  { table: referring, constraint, detail }: pg.DatabaseError,
): boolean {
  if (referring !== getTableName(table)) return true;
  const { foreignKeys } = getTableConfig(table);
  const own = foreignKeys.find((key) => key.getName() === constraint)?.reference().columns;
  return own !== undefined && detail?.includes(`(${own.map(({ name }) => name).join(', ')})=(`) === false;
}

/** Locks a record no more than what is to be done with it needs: what refers to it waits for a deletion alone. */
export async function lockRow(
  db: Queries,
  { table, selected }: Resource,
  id: string,
  ifMatch: number | undefined,
  strength: 'no key update' | 'update' = 'no key update',
) {
  const [row] = await db.select(selected).from(table).where(eq(table.id, id)).for(strength);
  if (!row) throw refuse.notFound();
  requireVersion(ifMatch, Number(row.version));
  return row;
}

/**
 * What is written down of a record is sealed by the key of the person that it is about. Of one that was another's or nobody's
 * before, or is later, it would be what stays when that person is erased.
 */
function requireSamePerson(resource: Resource, before: Row, after: Row): void {
  if (resource.personal && personOf(resource, before) !== personOf(resource, after)) {
    throw refuse.invalid(refusals.personStays, resource.personal.person);
  }
}

/** What a change makes of a stored record: the fields sent that differ, and what follows from them. Throws `validation`. */
export function changesOf(resource: Resource, row: Row, values: Row, siteMode: SiteMode): Row {
  const sent = toRow(resource, values);
  const derived = resource.check?.({ ...row, ...sent }, row, siteMode);
  const changed = changedFields(row, { ...sent, ...derived });
  requireSamePerson(resource, row, { ...row, ...changed });
  return changed;
}

/** What is stored of a new record, besides its id. Throws `validation`. */
export function creationOf(resource: Resource, values: Row, siteMode: SiteMode): Row {
  const given = toRow(resource, values);
  return { ...given, ...resource.check?.(given, undefined, siteMode) };
}

/**
 * Changes the fields sent; values already there change nothing. Throws `not_found`, `stale_version` when `ifMatch` is not
 * the current version, `conflict` when others refer to what is changed, and `unauthorized` when the session of the actor has
 * ended meanwhile.
 */
export async function updateRecord(
  tx: Tx,
  resource: Resource,
  { actor, siteMode }: Writer,
  id: string,
  values: Row,
  ifMatch: number | undefined,
): Promise<ResourceRecord> {
  const { table, selected, name } = resource;
  const [row] = await Promise.all([lockRow(tx.db, resource, id, ifMatch), requireSession(tx.db, actor)]);
  const changed = changesOf(resource, row, values, siteMode);
  if (Object.keys(changed).length === 0) return toRecord(resource, row);
  lookAtOnce(tx);
  const [updated] = await tx.db
    .update(table)
    .set({ ...changed, version: sql`${table.version} + 1`, updatedAt: sql`now()` })
    .where(eq(table.id, id))
    .returning(selected)
    .catch((error: unknown) => {
      throw asStillUsed(error, (broken) => isReferredTo(resource, broken));
    });
  if (!updated) throw refuse.notFound();
  const [before, after] = [toRecord(resource, row), toRecord(resource, updated)];
  recordAudit(tx, actor, {
    action: `${name}.updated`,
    subjectType: name,
    subjectId: id,
    personId: personOf(resource, row),
    ...partsOf([...Object.keys(changed), 'version'], before, after),
  });
  return after;
}

/**
 * Deletes a record and answers what it was. Throws as {@link updateRecord}, and `conflict` for one that others refer to.
 */
export async function deleteRecord(
  tx: Tx,
  resource: Resource,
  { actor }: Writer,
  id: string,
  ifMatch: number | undefined,
): Promise<ResourceRecord> {
  const [row] = await Promise.all([
    lockRow(tx.db, resource, id, ifMatch, 'update'),
    requireSession(tx.db, actor),
  ]);
  const before = toRecord(resource, row);
  lookAtOnce(tx);
  await tx.db
    .delete(resource.table)
    .where(eq(resource.table.id, id))
    .catch((error: unknown) => {
      throw asStillUsed(error, () => true);
    });
  recordAudit(tx, actor, {
    action: `${resource.name}.deleted`,
    subjectType: resource.name,
    subjectId: id,
    personId: personOf(resource, row),
    before,
  });
  return before;
}
