import { and, asc, eq, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PersonalData, PersonalSection } from '../../contract/personal-data';
import { z } from '../../contract/zod';
import type { Database, Queries } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { type PersonKey, readPersonKey } from '../db/person-key';
import { readInParts } from '../db/row-parts';
import { ledgerEntries } from '../db/schema/ledger';
import { proofs } from '../db/schema/money';
import { users } from '../db/schema/people';
import { auditEvents } from '../db/schema/writes';
import { openEvent, openReason } from '../db/sealed-events';
import { refuse } from '../errors/refusal';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import { toDollars } from '../money';
import type { PersonalSeal } from '../personal-seal';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import type { ColumnUse, PersonalTable, Subject } from './inventory';

/** Bytes of the images that go into a download; those beyond are listed without. */
const imageBytes = 10 * 1024 * 1024;

type Row = Record<string, unknown>;

interface Reading {
  db: Queries;
  seal: PersonalSeal;
  person: PersonKey;
  subject: Subject;
}

/** Reads rows a few at a time, as somebody may have any number of them. */
type Read = (reading: Reading, entry: PersonalTable) => AsyncIterable<Row[]>;

/** The rows of tables whose columns are not readable as they are stored. */
const readers = new Map<PersonalTable['table'], Read>([
  [ledgerEntries, readEntries],
  [auditEvents, readEvents],
  [proofs, readImages],
]);

async function* readEntries({ db, seal, person }: Reading): AsyncGenerator<Row[]> {
  const parts = readInParts(db, {
    columns: getTableColumns(ledgerEntries),
    table: ledgerEntries,
    where: eq(ledgerEntries.userId, person.id),
    orderBy: [asc(ledgerEntries.id)],
  });
  for await (const rows of parts) {
    yield rows.map(({ id, kind, transactionId, status, createdAt, ...entry }) => ({
      ...{ id, kind, transactionId, status, createdAt },
      reason: openReason(seal, person, entry),
    }));
  }
}

async function* readEvents(
  { db, seal, person, subject }: Reading,
  entry: PersonalTable,
): AsyncGenerator<Row[]> {
  const parts = readInParts(db, {
    columns: getTableColumns(auditEvents),
    table: auditEvents,
    where: entry.rows(subject),
    orderBy: [asc(auditEvents.id)],
  });
  for await (const rows of parts) {
    yield rows.map((event) => {
      const { at, action, subjectType, actorId, personId } = event;
      const by = actorId === person.id ? 'you' : actorId === null ? 'the product' : 'the operator';
      // What they did to others is theirs to know that they did it, and the others' what it was.
      const told = personId === person.id ? openEvent(seal, person.salt, event) : {};
      return { at, action, subjectType, by, ...told };
    });
  }
}

async function* readImages({ db, person }: Reading): AsyncGenerator<Row[]> {
  const rows = await db
    .select({ id: proofs.id, transactionId: proofs.transactionId, createdAt: proofs.createdAt })
    .from(proofs)
    .where(eq(proofs.userId, person.id))
    .orderBy(asc(proofs.createdAt), asc(proofs.id));
  let left = imageBytes;
  for (const row of rows) {
    const [stored] =
      left > 0 ? await db.select({ image: proofs.image }).from(proofs).where(eq(proofs.id, row.id)) : [];
    const fits = stored !== undefined && stored.image.length <= left;
    left -= stored?.image.length ?? 0;
    const image = fits ? `data:image/webp;base64,${stored.image.toString('base64')}` : null;
    yield [{ ...row, image }];
  }
}

/** The lines of a stored statement, by figure, in dollars. */
const linesInDollars = z.record(z.string(), z.record(z.string(), z.number().transform(toDollars)));

/** What a download shows of a value. */
const shownAs: Partial<Record<ColumnUse, (value: unknown) => unknown>> = {
  shown: (value) => value,
  cents: (value) => (value === null ? null : toDollars(Number(value))),
  lines: (value) => linesInDollars.parse(value),
};

async function* readPlain(
  { db, subject }: Reading,
  { table, columns, rows }: PersonalTable,
): AsyncGenerator<Row[]> {
  const all = getTableColumns(table);
  const shown = Object.entries(columns).flatMap(([name, use]) => {
    const column = all[name];
    const show = shownAs[use];
    return column && show ? [{ name, column, show }] : [];
  });
  if (shown.length === 0) return;
  const wanted: Record<string, PgColumn> = Object.fromEntries(
    shown.map(({ name, column }) => [name, column]),
  );
  for await (const found of readInParts(db, { columns: wanted, table, where: rows(subject) })) {
    yield found.map((row) => Object.fromEntries(shown.map(({ name, show }) => [name, show(row[name])])));
  }
}

/** A section as JSON, in parts; nothing when there is nothing to tell. */
async function writeSection(reading: Reading, entry: PersonalTable): Promise<Buffer[]> {
  const written: Buffer[] = [];
  for await (const rows of (readers.get(entry.table) ?? readPlain)(reading, entry)) {
    const text = JSON.stringify(rows).slice(1, -1);
    written.push(Buffer.from(written.length === 0 ? text : `,${text}`));
  }
  const withheld = Object.entries(entry.columns).flatMap(([name, use]) => (use === 'secret' ? [name] : []));
  if (written.length === 0 && withheld.length === 0) return [];
  const section: PersonalSection = {
    name: getTableName(entry.table),
    title: entry.title,
    rows: [],
    withheld,
  };
  const [begin, end] = JSON.stringify(section).split(/(?<="rows":\[)(?=\])/);
  return [Buffer.from(begin ?? ''), ...written, Buffer.from(end ?? '')];
}

interface ExportServices {
  /** All that is about people. */
  personalTables: readonly PersonalTable[];
  database: Database;
  outbox: Outbox;
  mails: Mails;
}

/**
 * All that is stored about a person, as it is at one moment: the JSON of {@link PersonalData} in parts, so that others are
 * answered in between. That it was downloaded is written down, and the person is told by mail. Throws `unauthorized` when
 * the session has ended meanwhile.
 */
export async function exportPersonalData(
  { personalTables, database, outbox, mails }: ExportServices,
  actor: Actor & { userId: string },
): Promise<Buffer[]> {
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
      const sections: Buffer[] = [];
      for (const entry of personalTables) {
        const section = await writeSection({ db, seal, person, subject }, entry);
        if (section.length === 0) continue;
        if (sections.length > 0) sections.push(Buffer.from(','));
        sections.push(...section);
      }
      // Whose session has ended since that moment, in which it was open, is another moment's.
      await requireSession(db, actor);
      const at = new Date();
      recordAudit(tx, actor, {
        action: 'user.data_exported',
        subjectType: 'user',
        subjectId: subject.id,
        person,
      });
      outbox.enqueue(tx, mails.dataExported(subject, at));
      const data: PersonalData = {
        generatedAt: at.toISOString(),
        person: { _id: subject.id, email: subject.email },
        sections: [],
      };
      const end = ']}';
      const begin = JSON.stringify(data).slice(0, -end.length);
      return [Buffer.from(begin), ...sections, Buffer.from(end)];
    },
  );
}
