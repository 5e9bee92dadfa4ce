import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountFields, editableAccountFields } from '../../contract/account';
import { personalDataSchema } from '../../contract/personal-data';
import { type StatementSummary, statementSchema, statementsSchema } from '../../contract/statements';
import { z } from '../../contract/zod';
import { invariants } from '../../server/books/invariants';
import { statements } from '../../server/db/schema/ledger';
import { accounts } from '../../server/db/schema/money';
import { users } from '../../server/db/schema/people';
import { adjustmentOf, effectOf } from '../../server/ledger/effects';
import { createMails } from '../../server/mail/messages';
import { createOutbox } from '../../server/mail/outbox';
import { toCents } from '../../server/money';
import { mailStatements, startStatementMail } from '../../server/statements/mail-statements';
import { hashOf } from '../../server/statements/movements';
import { listStatements, readStatement } from '../../server/statements/statements';
import { bookProblems } from '../support/books';
import { holdPrinter } from '../support/hold-printer';
import { noFigures } from '../support/ledger-model';
import { dayToUse } from '../support/one-day';
import { patient } from '../support/patience';
import { plainMail } from '../support/plain-mail';
import { randomRuns } from '../support/random-runs';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 2 ** 31);

// Before names of tests say which month it is.
await dayToUse();

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withAuditor);
  console.log(`statements: LEDGER_SEED=${seed}`);
});
afterAll(() => app.close());

async function addAccount(name = { firstName: 'Ada', lastName: 'Lovelace' }): Promise<string> {
  const id = randomUUID();
  const person = { ...name, email: `${id}@example.com`, passwordHash: '-' };
  await app.database.db.insert(users).values({ id, type: 'investor', ...person });
  await app.database.db.insert(accounts).values({ userId: id });
  return id;
}

type Posted = ReturnType<typeof adjustmentOf>;
interface Cause {
  trxId?: string;
  status?: string;
  reversal?: boolean;
  reason?: string;
}

/** An entry that was posted at a time of the test's choosing: only the server's own clock dates those it posts. */
async function post(userId: string, at: string, postings: Posted, cause: Cause = {}): Promise<void> {
  const { trxId = null, status = null, reversal = false, reason = null } = cause;
  const values = postings.map(
    ({ book, account, amount }, line) => sql`(${line}::int, ${book}, ${account}, ${amount}::bigint)`,
  );
  await app.database.db.execute(sql`
    with entry as (
      insert into ledger_entries (user_id, kind, transaction_id, status, actor_id, created_at, reason)
        values (${userId}, ${trxId ? 'transaction' : 'adjustment'}, ${trxId}, ${status}, ${randomUUID()}, ${at}, ${reason})
        returning id
    ) insert into ledger_postings (entry_id, line, book, account, amount, reversal)
      select entry.id, line, book, account, amount, ${reversal}
      from entry, (values ${sql.join(values, sql`, `)}) as lines (line, book, account, amount)`);
}

const deposit = { trxType: 'DEPOSIT', amount: 500_00, crypto: 'bitcoin', plan: 'basic' } as const;
const withdrawal = { trxType: 'WITHDRAWAL', amount: 120_00, crypto: 'bitcoin', plan: null } as const;

async function addTransaction(
  userId: string,
  { trxType, amount, crypto, plan }: typeof deposit | typeof withdrawal,
): Promise<string> {
  const id = randomUUID();
  await app.database.db.execute(sql`
    insert into transactions (id, user_id, trx_type, amount, plan, crypto, status)
      values (${id}, ${userId}, ${trxType}, ${amount}, ${plan}, ${crypto}, 'CONFIRMED')`);
  return id;
}
const addDeposit = (userId: string) => addTransaction(userId, deposit);
const confirmed = effectOf(deposit, 'CONFIRMED');
const takenBack = confirmed.map((posting) => ({ ...posting, amount: -posting.amount }));

const month = (steps: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + steps, 1)).toISOString().slice(0, 7);
};
const lineOf = ({ lines }: StatementSummary, field: string) => lines.find((line) => line.field === field);
const storedRows = async (userId: string) =>
  (await app.superuser.pool.query('select * from statements where user_id = $1 order by period', [userId]))
    .rows;

const step = fc.record({
  field: fc.constantFrom(...editableAccountFields.options),
  amount: fc.integer({ min: -90_000_00, max: 90_000_00 }).filter((amount) => amount !== 0),
  /** Mostly forwards; a clock that was set back as well. */
  days: fc.integer({ min: -25, max: 60 }),
  kind: fc.constantFrom('adjustment', 'adjustment', 'deposit'),
  /** Whether somebody looks at the statements then. */
  look: fc.boolean(),
});

test('opening + entries = closing, in each period, for each figure, and each begins as the one before ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const userId = await addAccount();
      const figures = noFigures();
      let clock = Date.parse('2024-11-15T12:00:00Z');
      let count = 0;
      let seen: unknown[] = [];
      for (const { field, amount, days, kind, look } of steps) {
        clock += days * 86_400_000;
        const at = new Date(Math.min(clock, Date.now())).toISOString();
        if (kind === 'deposit') {
          await post(userId, at, confirmed, { trxId: await addDeposit(userId), status: 'CONFIRMED' });
          for (const moved of ['balance', 'walletBalance', 'bitcoin', 'investment'] as const)
            figures[moved] += 500_00;
        } else {
          await post(userId, at, adjustmentOf(field, amount));
          figures[field] += amount;
        }
        count += 1;
        if (look) await listStatements(app.database, userId);
        const rows = await storedRows(userId);
        // What was stored stays, to the byte, whatever is posted later.
        expect(
          rows.filter(({ period }) =>
            seen.some((row) => z.object({ period: z.string() }).parse(row).period === period),
          ),
        ).toEqual(seen);
        seen = rows;
      }
      const { statements } = await listStatements(app.database, userId);
      for (const isKind of [(id: string) => id.length === 7, (id: string) => id.length === 4]) {
        const series = statements.filter(({ _id }) => isKind(_id)).toReversed();
        expect(series.map(({ _id }) => _id)).toEqual(series.map(({ _id }) => _id).toSorted());
        expect(series.reduce((sum, { entries }) => sum + entries, 0)).toBe(count);
        for (const field of accountFields.options) {
          let before = 0;
          for (const statement of series) {
            const line = lineOf(statement, field);
            if (!line) throw new Error(`No ${field}`);
            const cents = [line.opening, line.deposits, line.withdrawals, line.adjustments].map(toCents);
            expect(cents[0]).toBe(before);
            expect(cents.reduce((sum, part) => sum + part, 0)).toBe(toCents(line.closing));
            before = toCents(line.closing);
          }
          expect(before).toBe(figures[field]);
        }
        let previous: string | null = null;
        for (const { stored } of series) {
          if (!stored) continue;
          expect(stored.previous).toBe(previous);
          previous = stored.hash;
        }
      }
      const [newest] = statements;
      if (!newest) throw new Error('No statement');
      for (const { _id } of [...statements.slice(0, 2), ...statements.slice(-2)]) {
        const shown = await readStatement(app.database, userId, _id);
        expect(shown.intact).toBe(shown.stored ? true : null);
        if (_id.length === 7) expect(shown.items).toHaveLength(shown.entries);
      }
    }),
    { seed, numRuns: randomRuns(5), endOnFailure: true },
  );
  const problems = (await bookProblems(app.database.pool)).filter((text) =>
    text.startsWith('Each statement'),
  );
  expect(problems).toEqual([]);
});

test('an account begins with the month of its first entry, also where the clock has gone back since', async () => {
  const userId = await addAccount();
  await post(userId, `${month(1)}-01T00:00:00Z`, adjustmentOf('profit', 12_34));
  await post(userId, new Date().toISOString(), adjustmentOf('profit', 1_00));
  const { statements } = await listStatements(app.database, userId);
  expect(statements.map(({ _id, entries }) => [_id, entries])).toEqual([
    [month(1).slice(0, 4), 2],
    [month(1), 2],
  ]);
  expect((await readStatement(app.database, userId, month(1))).items.map(({ at }) => at.slice(0, 7))).toEqual(
    [month(1), month(1)],
  );
});

describe('a period that is over', () => {
  test('is stored once, however many ask, and the same whenever that is', async () => {
    const userId = await addAccount();
    await post(userId, `${month(-3)}-10T08:00:00Z`, adjustmentOf('profit', 12_34));
    const lists = await Promise.all(Array.from({ length: 6 }, () => listStatements(app.database, userId)));
    expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1);
    const rows = await storedRows(userId);
    expect(rows.filter(({ period }) => period.length === 7).map(({ period }) => period)).toEqual([
      month(-3),
      month(-2),
      month(-1),
    ]);
    await app.superuser.transact(async ({ db }) => {
      await db.execute('set local session_replication_role = replica');
      await db.execute(sql`delete from statements where user_id = ${userId}`);
    });
    await listStatements(app.database, userId);
    const again = await storedRows(userId);
    expect(again.map(({ hash }) => hash)).toEqual(rows.map(({ hash }) => hash));
  });

  test.each(['update statements set hash = hash', 'delete from statements', 'truncate statements'])(
    'is not changed: %s',
    async (statement) => {
      await expect(app.superuser.pool.query(statement)).rejects.toThrow('append-only');
      await expect(app.database.pool.query(statement)).rejects.toThrow();
    },
  );

  test('takes nothing that is posted later: that belongs to the running month, and says what it corrects', async () => {
    const userId = await addAccount();
    const trxId = await addDeposit(userId);
    await post(userId, `${month(-2)}-10T08:00:00Z`, confirmed, { trxId, status: 'CONFIRMED' });
    await listStatements(app.database, userId);
    const before = await storedRows(userId);
    // By a clock that was set back: dated into a month that is over.
    await post(userId, `${month(-2)}-11T08:00:00Z`, takenBack, { trxId, status: 'DECLINED', reversal: true });
    const running = await readStatement(app.database, userId, month(0));
    expect(running).toMatchObject({ entries: 1, stored: null, intact: null });
    expect(running.items).toMatchObject([{ kind: 'deposit_reversed', corrects: month(-2) }]);
    expect(running.items[0]?.at.slice(0, 7)).toBe(month(0));
    expect(lineOf(running, 'balance')).toMatchObject({ opening: 500, deposits: -500, closing: 0 });
    expect(await storedRows(userId)).toEqual(before);
    expect((await readStatement(app.database, userId, month(-2))).intact).toBe(true);
  });

  test('is not said to be corrected by what ends a withdrawal that was reserved in it', async () => {
    const userId = await addAccount();
    const trxId = await addTransaction(userId, withdrawal);
    const cause = { trxId, status: 'PENDING' };
    await post(userId, `${month(-2)}-10T08:00:00Z`, effectOf(withdrawal, 'PENDING'), cause);
    await post(userId, `${month(-1)}-11T08:00:00Z`, effectOf(withdrawal, 'CONFIRMED'), {
      trxId,
      status: 'CONFIRMED',
    });
    expect((await readStatement(app.database, userId, month(-1))).items).toMatchObject([
      { kind: 'withdrawal_paid', corrects: null },
    ]);
  });

  test('is not said to be corrected by what takes back an entry of the same month', async () => {
    const userId = await addAccount();
    const trxId = await addDeposit(userId);
    await post(userId, `${month(-1)}-10T08:00:00Z`, confirmed, { trxId, status: 'CONFIRMED' });
    await post(userId, `${month(-1)}-11T08:00:00Z`, takenBack, { trxId, status: 'DECLINED', reversal: true });
    expect((await readStatement(app.database, userId, month(-1))).items).toMatchObject([
      { kind: 'deposit_confirmed', corrects: null },
      { kind: 'deposit_reversed', corrects: null },
    ]);
  });

  test.each([
    ['an amount of an entry', `update ledger_postings set amount = amount * 2 where entry_id = $1`],
    [
      'the time of an entry',
      `update ledger_entries set created_at = created_at + interval '1 s' where id = $1`,
    ],
    ['an entry that is gone', `delete from ledger_entries where id = $1`],
    [
      'a figure of the statement',
      `update statements set figures = jsonb_set(figures, '{profit,closing}', '1') where $1 > 0`,
    ],
  ])('says so when it is not what its entries make: %s', async (_, statement) => {
    const userId = await addAccount();
    await post(userId, `${month(-1)}-10T08:00:00Z`, adjustmentOf('profit', 12_34));
    expect((await readStatement(app.database, userId, month(-1))).intact).toBe(true);
    const { rows } = await app.superuser.pool.query('select id from ledger_entries where user_id = $1', [
      userId,
    ]);
    const client = await app.superuser.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(
        statement.includes('statements') ? `${statement} and user_id = '${userId}'` : statement,
        [rows[0].id],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
    expect((await readStatement(app.database, userId, month(-1))).intact).toBe(false);
  });

  const lastYear = String(Number(month(0).slice(0, 4)) - 1);
  test.each([
    ['does not follow the one before it', month(-1), { previousHash: 'a'.repeat(64) }],
    ['is of a year and not what its months make', lastYear, { entries: 2 }],
  ])('says so when it %s, though its own hash is right', async (_, period, forged) => {
    const userId = await addAccount();
    await post(userId, `${lastYear}-03-10T08:00:00Z`, adjustmentOf('profit', 12_34));
    expect((await readStatement(app.database, userId, period)).intact).toBe(true);
    const own = and(eq(statements.userId, userId), eq(statements.period, period));
    const [stored] = await app.superuser.db.select().from(statements).where(own);
    if (!stored) throw new Error('There is no statement');
    const hash = hashOf({ ...stored, ...forged });
    await app.superuser.transact(async ({ db }) => {
      await db.execute('set local session_replication_role = replica');
      await db
        .update(statements)
        .set({ ...forged, hash })
        .where(own);
    });
    expect((await readStatement(app.database, userId, period)).intact).toBe(false);
  });

  const raised = `figures || jsonb_build_object('profit', figures -> 'profit'
    || jsonb_build_object('deposits', 500, 'closing', (figures #>> '{profit,closing}')::bigint + 500))`;
  test.each([
    ['a year is more than its months', lastYear, raised, { found: 17_34, expected: 12_34 }],
    ['a year leaves out a figure', lastYear, `figures - 'profit'`, { found: 0, expected: 12_34 }],
    ['a month leaves out a figure', month(-1), `figures - 'profit'`, { found: 0, expected: 12_34 }],
    [
      'a number of a line is left out',
      lastYear,
      `figures #- '{profit,closing}'`,
      { found: 0, expected: 12_34 },
    ],
  ])(
    'is found by the check of the books when %s, though its own hash is right',
    async (_, period, forged, offender) => {
      const userId = await addAccount();
      await post(userId, `${lastYear}-03-10T08:00:00Z`, adjustmentOf('profit', 12_34));
      await listStatements(app.database, userId);
      const broken = async () => {
        const own = invariants.statements.query({ of: (column) => `${column} = '${userId}'` });
        return (await app.database.pool.query(own)).rows;
      };
      expect(await broken()).toEqual([]);
      const own = and(eq(statements.userId, userId), eq(statements.period, period));
      await app.superuser.transact(async ({ db }) => {
        await db.execute('set local session_replication_role = replica');
        const [changed] = await db
          .update(statements)
          .set({ figures: sql.raw(forged) })
          .where(own)
          .returning();
        if (!changed) throw new Error('There is no statement');
        await db
          .update(statements)
          .set({ hash: hashOf(changed) })
          .where(own);
      });
      const [found] = await broken();
      expect(found).toMatchObject({ what: `profit, ${period}` });
      expect({ found: Number(found.found), expected: Number(found.expected) }).toEqual(offender);
      expect(await broken()).toHaveLength(1);
    },
  );
});

async function textOf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1);
      const { items } = await page.getTextContent();
      const tree = await page.getStructTree();
      return {
        text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
        tree: JSON.stringify(tree),
      };
    }),
  );
  const info = await pdf.getMetadata();
  return { text: pages.map(({ text }) => text).join(' '), tree: pages.map(({ tree }) => tree).join(), info };
}

const print = async (path: string, token: string) =>
  app.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` } });

describe('the calls', () => {
  test('show an investor the own statements, the console those of anybody, and nobody else any', async () => {
    const investor = await app.signUp();
    const other = await app.signUp();
    const { token, userId } = investor;
    await post(userId, `${month(-1)}-10T08:00:00Z`, adjustmentOf('balance', 250_00));
    const own = statementsSchema.parse((await app.call('GET', '/api/account/statements', { token })).data);
    expect(own.mailed).toBe(false);
    expect(own.statements.map(({ _id }) => _id)).toEqual(expect.arrayContaining([month(0), month(-1)]));
    const path = `/api/account/statements/${month(-1)}`;
    const one = statementSchema.parse((await app.call('GET', path, { token })).data);
    expect(one).toMatchObject({ userId, entries: 1, intact: true });
    expect((await app.call('GET', path, { token: other.token })).status).toBe(404);
    for (const reader of [await app.signInAsAdmin(), await app.signInAsAuditor()]) {
      const read = await app.call('GET', `/api/account/${userId}/statements/${month(-1)}`, { token: reader });
      expect(read.data).toEqual(one);
      expect((await app.call('GET', `/api/account/${userId}/statements`, { token: reader })).data).toEqual(
        own,
      );
      expect((await print(`/api/account/${userId}/statements/${month(-1)}/pdf`, reader)).statusCode).toBe(
        200,
      );
    }
    expect((await app.call('GET', `/api/account/${userId}/statements`, { token })).status).toBe(403);
    for (const period of [month(1), month(-30), '2019', '2026-13', '26', 'x']) {
      expect((await app.call('GET', `/api/account/statements/${period}`, { token })).status).toBe(404);
    }
    expect((await app.call('GET', '/api/account/statements', { token: other.token })).data).toEqual({
      statements: [],
      mailed: false,
    });
  });

  test('say the same as the download of the own data, in dollars', async () => {
    const { token, userId } = await app.signUp();
    await post(userId, `${month(-1)}-10T08:00:00Z`, adjustmentOf('profit', 1_234_05));
    const path = `/api/account/statements/${month(-1)}`;
    const { lines } = statementSchema.parse((await app.call('GET', path, { token })).data);
    const { sections } = personalDataSchema.parse((await app.call('GET', '/api/user/data', { token })).data);
    const rows = sections.find(({ name }) => name === 'statements')?.rows ?? [];
    expect(rows.find(({ period }) => period === month(-1))?.figures).toEqual(
      Object.fromEntries(lines.map(({ field, ...line }) => [field, line])),
    );
    expect(lines.find(({ field }) => field === 'profit')).toMatchObject({ adjustments: 1_234.05 });
  });

  test('print for everybody in turn, however many one person has asked for', async () => {
    const [greedy, other] = [await app.signUp(), await app.signUp()];
    for (const { userId } of [greedy, other])
      await post(userId, `${month(-1)}-10T08:00:00Z`, adjustmentOf('balance', 250_00));
    const path = `/api/account/statements/${month(-1)}/pdf`;
    const statuses: number[] = [];
    const drawn = () => statuses.filter((status) => status === 200).length;
    const letGo = await holdPrinter();
    const many = Array.from({ length: 40 }, async () => {
      statuses.push((await print(path, greedy.token)).statusCode);
    });
    // One is being drawn, eight wait, and the others have found no place.
    const refused = Array<number>(31).fill(503);
    await expect.poll(() => statuses).toEqual(refused);
    const others = print(path, other.token);
    // It has a place now.
    await expect.poll(() => statuses).toEqual([...refused, 503]);
    await letGo();
    expect((await others).statusCode).toBe(200);
    // The one under way, and one each in turn.
    expect(drawn()).toBeLessThan(4);
    await Promise.all(many);
    expect(drawn()).toBe(8);
  });

  test('print a tagged document of text, with names in their own letters, the same each time', async () => {
    const { token, userId } = await app.signUp({ firstName: 'Željko Łukasz', lastName: 'Достоевский Ñandú' });
    const trxId = await addDeposit(userId);
    await post(userId, `${month(-2)}-10T08:00:00Z`, confirmed, { trxId, status: 'CONFIRMED' });
    await post(userId, `${month(-1)}-10T08:00:00Z`, takenBack, { trxId, status: 'DECLINED', reversal: true });
    const path = `/api/account/statements/${month(-1)}/pdf`;
    const [first, second] = [await print(path, token), await print(path, token)];
    expect(first.headers).toMatchObject({ 'content-type': 'application/pdf' });
    expect(first.headers['content-disposition']).toBe(`attachment; filename="statement-${month(-1)}.pdf"`);
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
    const { text, tree, info } = await textOf(first.rawPayload);
    expect(text).toContain('Željko Łukasz Достоевский Ñandú');
    expect(text).toContain('\u2212$500.00');
    expect(text).toContain('Deposit taken back');
    expect(text).toContain('corrects');
    const [row] = (await storedRows(userId)).filter(({ period }) => period === month(-1));
    expect(text).toContain(row.hash);
    for (const role of ['"H1"', '"Table"', '"TR"', '"TH"', '"TD"']) expect(tree).toContain(`"role":${role}`);
    expect(info.info).toMatchObject({ IsXFAPresent: false });
    expect(first.rawPayload.toString('latin1')).toMatch(
      /\/MarkInfo[\s\S]*\/Lang \(en-US\)|\/Lang \(en-US\)[\s\S]*\/MarkInfo/,
    );
    // Every font is in the document.
    const fonts = first.rawPayload.toString('latin1').match(/\/Type \/FontDescriptor[\s\S]*?>>/g) ?? [];
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts) expect(font).toContain('/FontFile2');
    expect(first.rawPayload.toString('latin1')).not.toMatch(/\/Subtype \/(Type1|TrueType|Type3)\b/);
    const running = await textOf((await print(`/api/account/statements/${month(0)}/pdf`, token)).rawPayload);
    expect(running.text).toContain('Preliminary');
    const year = await print(`/api/account/statements/${month(0).slice(0, 4)}/pdf`, token);
    expect((await textOf(year.rawPayload)).text).toContain('Balance by month');
  });

  test('print no boxes: what the fonts have no letters for is said to be left out', async () => {
    const { token, userId, email } = await app.signUp({ firstName: '小明', lastName: '王玉' });
    await post(userId, `${month(-1)}-10T08:00:00Z`, adjustmentOf('balance', 250_00), {
      reason: 'Bonus 보너스 of March',
    });
    const { rawPayload } = await print(`/api/account/statements/${month(-1)}/pdf`, token);
    const { text } = await textOf(rawPayload);
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain(`Name in letters that this document cannot show; see the account ${email}`);
    expect(words).toContain('Bonus [letters that this document cannot show] of March');
    expect(text).not.toMatch(/[\p{sc=Han}\p{sc=Hangul}]/u);
  });

  test('print a year with what came, went and was posted by currency', async () => {
    const { token, userId } = await app.signUp();
    await post(userId, `${month(0)}-01T00:00:00Z`, confirmed, {
      trxId: await addDeposit(userId),
      status: 'CONFIRMED',
    });
    await post(userId, `${month(0)}-01T00:00:00Z`, effectOf(withdrawal, 'CONFIRMED'), {
      trxId: await addTransaction(userId, withdrawal),
      status: 'CONFIRMED',
    });
    await post(userId, `${month(0)}-01T00:00:00Z`, adjustmentOf('litecoin', 33_00));
    await post(userId, `${month(0)}-01T00:00:00Z`, adjustmentOf('profit', 7_00));
    const { rawPayload } = await print(`/api/account/statements/${month(0).slice(0, 4)}/pdf`, token);
    const [, table] =
      /By currency (.*) Posted is what .* in a currency/.exec(
        (await textOf(rawPayload)).text.replaceAll(/\s+/g, ' '),
      ) ?? [];
    expect(table).toBe(
      'Currency Deposits Withdrawals Posted Bitcoin $500.00 \u2212$120.00 $0.00 Litecoin $0.00 $0.00 $33.00',
    );
  });
});

describe('the sealed history', () => {
  test('is in the foot of what is stored after a checkpoint, whole in the document', async () => {
    const { token, userId } = await app.signUp();
    await post(userId, `${month(-1)}-10T08:00:00Z`, adjustmentOf('profit', 5_00));
    const note =
      'example.com/books\n7\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/books c2lnbmF0dXJl\n';
    await app.superuser.pool.query(
      `insert into history_checkpoints
        (size, root, sealed_at, note, last_written_in, last_kind, last_id, cluster)
        values (7, 'root', now(), $1, '1', 'entry', '1', 'cluster')`,
      [note],
    );
    const one = await readStatement(app.database, userId, month(-1));
    expect(one.stored?.checkpoint).toBe(note);
    const pdf = await print(`/api/account/statements/${month(-1)}/pdf`, token);
    const { text } = await textOf(pdf.rawPayload);
    expect(text).toContain('Checkpoint example.com/books 7 CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=');
    expect(text).toContain('c2lnbmF0dXJl');
  });
});

describe('the mail', () => {
  const services = {
    get database() {
      return app.database;
    },
    outbox: createOutbox(() => {}, plainMail),
    mails: createMails('http://127.0.0.1', 'Averin', () => 'link'),
  };
  const refuseToFail = (error: unknown) => {
    throw error;
  };
  const mailsTo = async (email: string) =>
    (
      await app.superuser.pool.query(
        `select text_body, subject from mail_outbox where recipient = $1 and subject = 'Your statement is ready'`,
        [email],
      )
    ).rows;
  const isDue = (userId: string) =>
    app.database.db.execute(
      sql`update statement_mails set last_period = ${month(-3)} where user_id = ${userId}`,
    );

  test('goes to who asked for it, once for a month, and names no figure', async () => {
    const { token, userId, email } = await app.signUp();
    const put = (mailed: boolean) =>
      app.call('PUT', '/api/account/statements/mail', { token, body: { mailed } });
    await post(userId, `${month(-2)}-10T08:00:00Z`, adjustmentOf('balance', 250_00));
    expect((await put(true)).data).toEqual({ mailed: true });
    expect((await put(true)).data).toEqual({ mailed: true });
    const audit = await app.superuser.pool.query(
      `select count(*)::int as events from audit_events where action = 'user.statement_mail_set' and actor_id = $1`,
      [userId],
    );
    expect(audit.rows).toEqual([{ events: 1 }]);
    // Of months before they asked nobody is told.
    await mailStatements(services, refuseToFail);
    expect(await mailsTo(email)).toEqual([]);
    await isDue(userId);
    await Promise.all([mailStatements(services, refuseToFail), mailStatements(services, refuseToFail)]);
    const sent = await mailsTo(email);
    expect(sent).toHaveLength(1);
    expect(await storedRows(userId)).not.toEqual([]);
    // Whoever may not sign in is sent nothing, and is told once they may again.
    const become = (standing: string) =>
      app.superuser.pool.query('update users set standing = $2 where id = $1', [userId, standing]);
    await isDue(userId);
    await become('disabled');
    await mailStatements(services, refuseToFail);
    expect(await mailsTo(email)).toHaveLength(1);
    await become('enabled');
    await mailStatements(services, refuseToFail);
    expect(await mailsTo(email)).toHaveLength(2);
    await put(false);
    await isDue(userId);
    await mailStatements(services, refuseToFail);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('goes to all in one round, however few are read at once and whoever fails, and to nobody once it is to end', async () => {
    const people = [];
    for (let n = 0; n < 5; n += 1) {
      const one = await app.signUp();
      await post(one.userId, `${month(-2)}-10T08:00:00Z`, adjustmentOf('balance', 250_00));
      await app.call('PUT', '/api/account/statements/mail', { token: one.token, body: { mailed: true } });
      await isDue(one.userId);
      people.push(one);
    }
    expect(await mailStatements(services, refuseToFail, { signal: AbortSignal.abort() })).toBe(0);
    const inOrder = people.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
    const failing = inOrder.slice(0, 2).map(({ userId }) => userId);
    await app.superuser.pool.query(`
      create function refuse_some() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse_some before insert on statements
        for each row when (new.user_id in ('${failing.join("','")}')) execute function refuse_some()`);
    const refused: string[] = [];
    try {
      await mailStatements(services, (_, userId) => refused.push(userId), { atOnce: 2 });
    } finally {
      await app.superuser.pool.query('drop trigger refuse_some on statements; drop function refuse_some()');
    }
    expect(refused).toEqual(failing);
    const mailed = async () =>
      (await Promise.all(inOrder.map(({ email }) => mailsTo(email)))).map(({ length }) => length);
    expect(await mailed()).toEqual([0, 0, 1, 1, 1]);
    expect(await mailStatements(services, refuseToFail, { atOnce: 2 })).toBe(2);
    expect(await mailed()).toEqual([1, 1, 1, 1, 1]);
  });

  test('goes to everybody else when the statement of one cannot be stored, which is told and takes longer to give up', async () => {
    const [one, other] = [await app.signUp(), await app.signUp()];
    for (const { token, userId } of [one, other]) {
      await post(userId, `${month(-2)}-10T08:00:00Z`, adjustmentOf('balance', 250_00));
      await app.call('PUT', '/api/account/statements/mail', { token, body: { mailed: true } });
      await isDue(userId);
    }
    await app.superuser.pool.query(`
      create function refuse_one() returns trigger language plpgsql as
        $$ begin raise 'refused within %', current_setting('statement_timeout'); end $$;
      create trigger refuse_one before insert on statements
        for each row when (new.user_id = '${one.userId}') execute function refuse_one()`);
    const told: unknown[] = [];
    try {
      await mailStatements(services, (error, userId) =>
        told.push([userId, error instanceof Error && error.cause instanceof Error && error.cause.message]),
      );
    } finally {
      await app.superuser.pool.query('drop trigger refuse_one on statements; drop function refuse_one()');
    }
    expect(told).toEqual([[one.userId, 'refused within 1min']]);
    expect([await mailsTo(one.email), await mailsTo(other.email)]).toMatchObject([[], [{}]]);
    await mailStatements(services, refuseToFail);
    expect(await mailsTo(one.email)).toHaveLength(1);
  });

  test('is broken off by a stop, and goes out with the next round', async () => {
    const { token, userId, email } = await app.signUp();
    await post(userId, `${month(-2)}-10T08:00:00Z`, adjustmentOf('balance', 250_00));
    await app.call('PUT', '/api/account/statements/mail', { token, body: { mailed: true } });
    await isDue(userId);
    await app.superuser.pool.query(`
      create function hang() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$;
      create trigger hang before insert on statements for each row when (new.user_id = '${userId}') execute function hang()`);
    const hanging = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    const telling = startStatementMail(services, refuseToFail);
    try {
      await expect.poll(async () => (await app.superuser.pool.query(hanging)).rowCount).toBe(1);
      const begun = performance.now();
      await telling.stop();
      expect(performance.now() - begun).toBeLessThan(patient(5_000));
    } finally {
      await telling.stop();
      await app.superuser.pool.query('drop trigger hang on statements; drop function hang()');
    }
    expect(await mailsTo(email)).toEqual([]);
    await mailStatements(services, refuseToFail);
    expect(await mailsTo(email)).toHaveLength(1);
  });
});
