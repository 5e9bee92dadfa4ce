import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { auditEventSchema } from '../../contract/audit';
import { erasedText } from '../../contract/console-names';
import { refusals } from '../../contract/refusals';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { openDatabase } from '../../server/db/client';
import { migrateDatabase } from '../../server/db/migrate';
import { createPersonalSeal } from '../../server/personal-seal';
import { prepareDatabase, serverGrants } from '../../server/prepare-database';
import { buildDeposit } from '../builders';
import { auditOf } from '../support/audit';
import { bookProblems } from '../support/books';
import { fillAsBefore, migrateAsBefore } from '../support/former-database';
import { startTestApp, type TestApp } from '../support/test-app';
import { createDatabase, onDatabase, runAsSuperuser, testSeal } from '../support/test-database';

describe('what the audit log says about a person', () => {
  let app: TestApp;
  let admin: string;
  let investor: Awaited<ReturnType<TestApp['signUp']>>;
  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.signInAsAdmin();
    investor = await app.signUp({ firstName: 'Hildegund' });
  });
  afterAll(async () => {
    expect(await bookProblems(app.database.pool)).toEqual([]);
    await app.close();
  });

  const stored = async () => {
    const { rows } = await app.superuser.pool.query(
      `select 'event' as kind, to_jsonb(e) as row from audit_events e union all select 'entry', to_jsonb(e) from ledger_entries e`,
    );
    return JSON.stringify(rows);
  };
  const headers = { 'x-reason': 'Hildegund%20paid%20twice' };
  async function decided() {
    const { data } = await app.call('POST', '/api/transaction/create', {
      token: investor.token,
      body: buildDeposit({ amount: 500 }),
    });
    const trx = transactionSchema.parse(data);
    const body = { status: 'CONFIRMED' };
    expect(
      (await app.call('PUT', `/api/transaction/${trx._id}`, { token: admin, body, headers })).status,
    ).toBe(200);
    return trx._id;
  }
  const listed = async (subjectId: string) => {
    const filter = encodeURIComponent(JSON.stringify({ subjectId }));
    const { data } = await app.call('GET', `/api/admin/audit?filter=${filter}`, { token: admin });
    return z.array(auditEventSchema).parse(data);
  };
  const history = async (id: string) =>
    (await app.call('GET', `/api/transaction/${id}/history`, { token: admin })).data;
  const entries = async () =>
    (await app.call('GET', `/api/account/${investor.userId}/entries`, { token: admin })).data;

  test('is stored by nobody in the clear, and read by administrators and the owner', async () => {
    const trxId = await decided();
    await app.call('PUT', `/api/account/${investor.userId}`, { token: admin, body: { profit: 5 }, headers });
    const found = await stored();
    expect(found).not.toContain('Hildegund');
    expect(found).not.toContain(investor.email);
    const [created, confirmed] = (await listed(trxId)).toReversed();
    expect(created).toMatchObject({ before: null, after: { amount: 500, user: { firstName: 'Hildegund' } } });
    expect(confirmed).toMatchObject({
      reason: 'Hildegund paid twice',
      before: { status: 'PENDING', version: 1 },
    });
    expect(await history(trxId)).toMatchObject([{ reason: null }, { reason: 'Hildegund paid twice' }]);
    expect(await entries()).toContainEqual(
      expect.objectContaining({ field: 'profit', reason: 'Hildegund paid twice' }),
    );
    const own = await app.call('GET', '/api/account/entries', { token: investor.token });
    expect(own.data).toContainEqual(expect.objectContaining({ reason: 'Hildegund paid twice' }));
  });

  test('is not opened in the place of another event', async () => {
    const [one, other] = [await decided(), await decided()];
    const swap = app.superuser.transact(async ({ db }) => {
      await db.execute(`set local session_replication_role = replica`);
      await db.execute(`update audit_events e set sealed = o.sealed, commitment = o.commitment from audit_events o
        where e.subject_id = '${one}' and o.subject_id = '${other}' and e.action = o.action`);
    });
    await swap;
    expect((await listed(one)).map(({ reason }) => reason)).toEqual([erasedText, erasedText]);
  });

  test('is gone with the key, while the books and the steps of a transaction stay', async () => {
    const trxId = await decided();
    await app.superuser.pool.query('delete from person_keys where person_id = $1', [investor.userId]);
    expect(await listed(trxId)).toMatchObject([
      {
        action: 'transaction.status_changed',
        after: { status: 'CONFIRMED', version: 2 },
        reason: erasedText,
      },
      { action: 'transaction.created', after: { status: 'PENDING', version: 1 }, reason: erasedText },
    ]);
    expect(await history(trxId)).toMatchObject([
      { from: null, to: 'PENDING', reason: erasedText },
      { from: 'PENDING', to: 'CONFIRMED', reason: erasedText },
    ]);
    expect(await entries()).toContainEqual(expect.objectContaining({ reason: erasedText }));
    const edit = { token: admin, body: { profit: 9 } };
    expect(await app.call('PUT', `/api/account/${investor.userId}`, edit)).toMatchObject({
      status: 409,
      errors: [{ code: 'conflict', message: refusals.personErased }],
    });
    const update = { token: investor.token, body: { lastName: 'Nobody' } };
    expect((await app.call('PUT', '/api/user', update)).status).toBe(409);
    const { data } = await app.call('GET', '/api/user', { token: investor.token });
    expect(data).not.toMatchObject({ lastName: 'Nobody' });
  });
});

describe('a database of a former version', () => {
  const { connections } = inject('postgres');

  async function withFormer(work: (tools: Former) => Promise<void>): Promise<void> {
    const name = `former_${randomUUID().slice(0, 8)}`;
    await createDatabase(connections, name);
    const own = onDatabase(connections, name);
    const owner = new pg.Client(own.owner);
    await owner.connect();
    const migrating = openDatabase(own.owner, () => {}, 2);
    const database = openDatabase(own.server, () => {}, 2, testSeal);
    const access = { role: own.server.user, grants: serverGrants };
    try {
      await migrateAsBefore(owner, 7);
      await fillAsBefore(owner);
      await work({
        owner,
        own,
        database,
        migrate: () => migrateDatabase(migrating.pool, testSeal, { access }),
      });
    } finally {
      await owner.end();
      await migrating.close();
      await database.close();
      await runAsSuperuser(connections, `drop database ${name} with (force)`);
    }
  }
  interface Former {
    owner: pg.Client;
    own: ReturnType<typeof onDatabase>;
    database: ReturnType<typeof openDatabase>;
    migrate(): Promise<void>;
  }
  const told = async (client: pg.Client) =>
    (await client.query('select action, subject_id, before, after, reason from audit_events order by id'))
      .rows;
  const texts = async (client: pg.Client) =>
    JSON.stringify((await client.query('select to_jsonb(e) from audit_events e')).rows) +
    JSON.stringify((await client.query('select to_jsonb(e) from ledger_entries e')).rows);

  test('has its events sealed by the start, tells the same as before, and its books hold', () =>
    withFormer(async ({ owner, database, migrate }) => {
      const before = await told(owner);
      expect(await texts(owner)).toMatch(/ada@example\.com[\s\S]*checked by hand/);
      await migrate();
      expect(await texts(owner)).not.toMatch(/example\.com|Lovelace|checked by hand|quarterly profit|1Boat/);
      const after = (await auditOf({ database })).toSorted((a, b) => a.id - b.id);
      expect(
        after.map(({ action, subjectId, before, after, reason }) => ({
          action,
          subject_id: subjectId,
          before,
          after,
          reason,
        })),
      ).toEqual(before);
      expect(await bookProblems(database.pool)).toEqual([]);
      await expect(owner.query('update audit_events set reason = null')).rejects.toThrow('append-only');
      await expect(owner.query('delete from ledger_entries')).rejects.toThrow('append-only');
    }));

  test('has those sealed by the next start that a former version wrote beside this one', () =>
    withFormer(async ({ owner, database, migrate }) => {
      await migrate();
      const { rows } = await owner.query<{ id: string }>(
        `select id from users where email = 'ada@example.com'`,
      );
      const id = rows[0]?.id ?? '';
      await owner.query(
        `insert into audit_events (action, subject_type, subject_id, after, reason)
         values ('user.frozen', 'user', $1, '{"frozen": true}', 'Ada asked for it')`,
        [id],
      );
      await owner.query(
        `insert into ledger_entries (user_id, kind, actor_id, reason) values ($1, 'adjustment', $1, 'for Ada')`,
        [id],
      );
      await migrate();
      expect(await texts(owner)).not.toMatch(/Ada/);
      expect((await auditOf({ database }, { subjectId: id })).at(-1)).toMatchObject({
        after: { frozen: true },
        reason: 'Ada asked for it',
      });
    }));

  test('is refused by a start with another secret, which would take everybody for erased', () =>
    withFormer(async ({ own, database, migrate }) => {
      await migrate();
      const policy = { live: true, reason: undefined };
      const other = createPersonalSeal(new Uint8Array(32).fill(9));
      const start = (seal: typeof other) =>
        prepareDatabase({ server: { pool: database.pool, seal }, owner: own.owner }, policy);
      await expect(start(other)).rejects.toThrow('PERSONAL_DATA_KEY');
      expect(await start(testSeal)).toEqual([]);
    }));
});
