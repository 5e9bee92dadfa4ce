import { and, asc, eq, getTableColumns, getTableName } from 'drizzle-orm';
import type { PersonalData, PersonalSection } from '../../contract/personal-data';
import type { Database, Queries } from '../db/client';
import { type PersonKey, readPersonKey } from '../db/person-key';
import { auditEvents, ledgerEntries, proofs, users } from '../db/schema';
import { openEvent, openReason } from '../db/sealed-events';
import { refuse } from '../errors/refusal';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import { toDollars } from '../money';
import type { PersonalSeal } from '../personal-seal';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { type ColumnUse, type PersonalTable, personalTables, type Subject } from './inventory';

/** Bytes of the images that go into a download; those beyond are listed without. */
const imageBytes = 10 * 1024 * 1024;

type Row = Record<string, unknown>;

interface Reading {
  db: Queries;
  seal: PersonalSeal;
  person: PersonKey;
  subject: Subject;
}

/** The rows of tables whose columns are not readable as they are stored. */
const readers = new Map<PersonalTable['table'], (reading: Reading, entry: PersonalTable) => Promise<Row[]>>([
  [ledgerEntries, readEntries],
  [auditEvents, readEvents],
  [proofs, readImages],
]);

async function readEntries({ db, seal, person }: Reading): Promise<Row[]> {
  const rows = await db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, person.id))
    .orderBy(asc(ledgerEntries.id));
  return rows.map(({ id, kind, transactionId, status, createdAt, ...entry }) => ({
    ...{ id, kind, transactionId, status, createdAt },
    reason: openReason(seal, person, entry),
  }));
}

async function readEvents({ db, seal, person, subject }: Reading, entry: PersonalTable): Promise<Row[]> {
  const rows = await db.select().from(auditEvents).where(entry.rows(subject)).orderBy(asc(auditEvents.id));
  return rows.map((event) => {
    const { at, action, subjectType, actorId, personId } = event;
    const by = actorId === person.id ? 'you' : actorId === null ? 'the product' : 'the operator';
    // What they did to others is theirs to know that they did it, and the others' what it was.
    const told = personId === person.id ? openEvent(seal, person.salt, event) : {};
    return { at, action, subjectType, by, ...told };
  });
}

async function readImages({ db, person }: Reading): Promise<Row[]> {
  const rows = await db
    .select({ id: proofs.id, transactionId: proofs.transactionId, createdAt: proofs.createdAt })
    .from(proofs)
    .where(eq(proofs.userId, person.id))
    .orderBy(asc(proofs.createdAt), asc(proofs.id));
  const told: Row[] = [];
  let left = imageBytes;
  for (const row of rows) {
    const [stored] =
      left > 0 ? await db.select({ image: proofs.image }).from(proofs).where(eq(proofs.id, row.id)) : [];
    const fits = stored !== undefined && stored.image.length <= left;
    left -= stored?.image.length ?? 0;
    const image = fits ? `data:image/webp;base64,${stored.image.toString('base64')}` : null;
    told.push({ ...row, image });
  }
  return told;
}

/** What a download shows of a value. */
const shownAs: Partial<Record<ColumnUse, (value: unknown) => unknown>> = {
  shown: (value) => value,
  cents: (value) => toDollars(Number(value)),
};

async function readPlain({ db, subject }: Reading, { table, columns, rows }: PersonalTable): Promise<Row[]> {
  const all = getTableColumns(table);
  const shown = Object.entries(columns).flatMap(([name, use]) => {
    const column = all[name];
    const show = shownAs[use];
    return column && show ? [{ name, column, show }] : [];
  });
  if (shown.length === 0) return [];
  const found: Row[] = await db
    .select(Object.fromEntries(shown.map(({ name, column }) => [name, column])))
    .from(table)
    .where(rows(subject));
  return found.map((row) => Object.fromEntries(shown.map(({ name, show }) => [name, show(row[name])])));
}

async function readSection(reading: Reading, entry: PersonalTable): Promise<PersonalSection> {
  const rows = await (readers.get(entry.table) ?? readPlain)(reading, entry);
  const withheld = Object.entries(entry.columns).flatMap(([name, use]) => (use === 'secret' ? [name] : []));
  // As the wire has them: times as text.
  const plain: Row[] = JSON.parse(JSON.stringify(rows));
  return { name: getTableName(entry.table), title: entry.title, rows: plain, withheld };
}

interface ExportServices {
  database: Database;
  outbox: Outbox;
  mails: Mails;
}

/**
 * All that is stored about a person, as it is at one moment; that it was downloaded is written down, and the person is
 * told by mail.
 */
export async function exportPersonalData(
  { database, outbox, mails }: ExportServices,
  actor: Actor & { userId: string },
): Promise<PersonalData> {
  return database.transactAfter(
    (db) => db.execute('set transaction isolation level repeatable read').then(() => {}),
    async (tx) => {
      const { db, seal } = tx;
      const [subject] = await db
        .select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName })
        .from(users)
        .where(and(eq(users.id, actor.userId)));
      if (!subject) throw refuse.notFound();
      const person = await readPersonKey(db, subject.id);
      const sections: PersonalSection[] = [];
      for (const entry of personalTables) {
        sections.push(await readSection({ db, seal, person, subject }, entry));
      }
      const at = new Date();
      recordAudit(tx, actor, {
        action: 'user.data_exported',
        subjectType: 'user',
        subjectId: subject.id,
        person,
      });
      outbox.enqueue(tx, mails.dataExported(subject, at));
      return {
        generatedAt: at.toISOString(),
        person: { _id: subject.id, email: subject.email },
        sections: sections.filter(({ rows, withheld }) => rows.length > 0 || withheld.length > 0),
      };
    },
  );
}
