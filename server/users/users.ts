import { eq, exists, sql } from 'drizzle-orm';
import { changedFields } from '../../contract/changed-fields';
import { userList } from '../../contract/list-query';
import type { PersonRecord } from '../../contract/people';
import type { ProfileUpdate, User } from '../../contract/user';
import { type ListSource, listBigRows } from '../db/big-list';
import type { Queries, Tx } from '../db/client';
import type { ColumnMap } from '../db/list-rows';
import { users } from '../db/schema/people';
import { factors } from '../db/schema/second-factor';
import { refuse } from '../errors/refusal';
import { type ListRequest, mapPage, type Page } from '../lists/list';
import type { Actor } from '../request';
import { partsOf, recordAudit } from '../writes/audit';

type Row = typeof users.$inferSelect;
type UserRow = Pick<Row, keyof typeof shown>;
type PersonRow = Pick<Row, keyof typeof shownOfPerson>;

/** Every column but those of the password: they are read where one is checked, and nowhere else. */
const shown = {
  id: users.id,
  type: users.type,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phoneNumber: users.phoneNumber,
  country: users.country,
  dob: users.dob,
  createdAt: users.createdAt,
  erasedAt: users.erasedAt,
};

function toUser({ id, createdAt, erasedAt, ...same }: UserRow): User {
  return {
    ...same,
    _id: id,
    createdAt: createdAt.toISOString(),
    ...(erasedAt && { erasedAt: erasedAt.toISOString() }),
  };
}

/** The same with what administrators and auditors see. */
const shownOfPerson = { ...shown, standing: users.standing, standingVersion: users.standingVersion };

function toPerson({ standing, standingVersion: version, ...user }: PersonRow): PersonRecord {
  return { ...toUser(user), standing, version };
}

/** One person as administrators see one; throws `not_found` when there is none. */
export async function readPerson(db: Queries, id: string): Promise<PersonRecord> {
  const own = db.select({ id: factors.id }).from(factors).where(eq(factors.userId, id));
  const secondFactor = sql<boolean>`${exists(own)}`;
  const [row] = await db
    .select({ ...shownOfPerson, secondFactor })
    .from(users)
    .where(eq(users.id, id));
  if (!row) throw refuse.notFound();
  const { secondFactor: has, ...person } = row;
  return { ...toPerson(person), secondFactor: has };
}

/** One person; throws `not_found` when there is none. */
export async function readUser(db: Queries, id: string): Promise<User> {
  const [row] = await db.select(shown).from(users).where(eq(users.id, id));
  if (!row) throw refuse.notFound();
  return toUser(row);
}

/** Changes the fields sent of the person's own profile; values already there change nothing. */
export async function updateUser(
  tx: Tx,
  actor: Actor & { userId: string },
  update: ProfileUpdate,
): Promise<User> {
  const [row] = await tx.db.select(shown).from(users).where(eq(users.id, actor.userId)).for('no key update');
  if (!row) throw refuse.notFound();
  const before = toUser(row);
  const changed = changedFields(before, update);
  if (Object.keys(changed).length === 0) return before;
  const [updated] = await tx.db
    .update(users)
    .set({ ...changed, updatedAt: sql`now()` })
    .where(eq(users.id, row.id))
    .returning(shown);
  if (!updated) throw refuse.notFound();
  const after = toUser(updated);
  recordAudit(tx, actor, {
    action: 'user.updated',
    subjectType: 'user',
    subjectId: row.id,
    ...partsOf(Object.keys(changed), before, after),
  });
  return after;
}

const columns: ColumnMap<(typeof userList.sortable)[number] | keyof typeof userList.filterable> = {
  ...shown,
  standing: users.standing,
};

/** All people: a page of them, or all. */
export async function listUsers(source: ListSource, request: ListRequest): Promise<Page<PersonRecord>> {
  const page = await listBigRows(source, {
    request,
    defaultSort: userList.defaultSort,
    columns,
    table: users,
    id: users.id,
    tieBreakers: [users.id],
    personId: users.id,
    kept: { list: 'users', facets: ['type', 'country'] },
    rows: (db, where) => db.select(shownOfPerson).from(users).where(where).$dynamic(),
  });
  return mapPage(page, toPerson);
}
