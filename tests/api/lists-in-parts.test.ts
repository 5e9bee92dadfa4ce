import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../server/audit/list';
import { listEntries } from '../../server/ledger/entries';
import type { ListRequest, Page } from '../../server/lists/list';
import { listMail } from '../../server/mail/list';
import { listInvitations } from '../../server/people/list';
import { listProposals } from '../../server/proposals/list';
import { listRecords } from '../../server/resources/records';
import { listSecurityEvents } from '../../server/security/list';
import { listReports } from '../../server/takeover/reports';
import { addTables } from '../support/add-tables';
import { announcementResource, announcementTable } from '../support/announcements';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

/** Milliseconds for what comes by itself, on a slow machine. */
const patience = { timeout: 60_000 };

let app: TestApp;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp(withAuditor);
  investor = await app.signUp();
  await seed();
});
afterAll(() => app.close());

const bare: ListRequest = { sort: undefined, range: undefined, conditions: [] };

/** More of each than are read at once, some at the same moment. */
async function seed(): Promise<void> {
  const { userId } = investor;
  const at = `timestamptz '2026-03-01 12:00:00.000999Z' + n / 3 * interval '7123456 microseconds'`;
  await addTables(app, announcementTable, [announcementResource]);
  // Of two figures each, and some of a time before that of the entry before them.
  await app.superuser.pool.query(
    `with made as (
       insert into ledger_entries (user_id, kind, actor_id, reason, created_at)
       select $1, 'adjustment', $1, 'seeded', ${at} - n % 7 * interval '5 seconds' from generate_series(1, 600) n
       returning id
     )
     insert into ledger_postings (entry_id, line, book, account, amount)
     select id, line, 'statement', account, amount + id * sign(amount) from made
     cross join (values (1, 'profit', 100), (2, 'contra:profit', -100), (3, 'promotions', 7),
       (4, 'contra:promotions', -7)) as lines (line, account, amount)`,
    [userId],
  );
  for (const [into, values] of [
    [
      'audit_events (at, actor_id, action, subject_type, subject_id, after)',
      `${at}, $1, 'user.updated', 'seeded', n::text, jsonb_build_object('n', n)`,
    ],
    ['security_events (at, kind, user_id, ip, detail)', `${at}, 'sign_in', $1, '192.0.2.1', n::text`],
    [
      'mail_outbox (id, recipient, subject, text_body, html_body, created_at, sent_at)',
      `gen_random_uuid(), 'n' || n || '@example.com', $1::text, '', '', ${at}, ${at}`,
    ],
    [
      'invitations (id, email, type, inviter_id, token_hash, created_at, expires_at)',
      `gen_random_uuid(), 'n' || n || '@example.com', 'auditor', $1, n::text, ${at}, now() + interval '1 day'`,
    ],
    [
      'takeover_reports (id, user_id, link_hash, about, mailed_at, reported_at, network, device)',
      `gen_random_uuid(), $1, n::text, 'password_changed', ${at}, ${at}, '', ''`,
    ],
    [
      `proposals (id, kind, status, subject_type, subject_id, parameters, effect, effect_hash, proposer_id, reason,
        created_at, decided_at)`,
      `gen_random_uuid(), 'address', 'DECLINED', 'seeded', n::text, '{}',
       '{"changes": [], "facts": [], "versions": {}}', n::text, $1, 'seeded', ${at}, ${at}`,
    ],
    [
      'announcements (id, title, body, published, created_at)',
      `gen_random_uuid(), n::text, $1::text, true, ${at}`,
    ],
  ] as const)
    await app.superuser.pool.query(`insert into ${into} select ${values} from generate_series(1, 600) n`, [
      userId,
    ]);
}

test('a whole list of whatever kind is in memory a few rows at a time, and has the rows of its pages in their order', async () => {
  const { database } = app;
  const lists: Record<string, (request: ListRequest) => Promise<Page<{ _id: string }>>> = {
    audit: (request) => listAudit(database, request, undefined),
    'security events': (request) => listSecurityEvents(database, request),
    mail: (request) => listMail(database, request),
    invitations: (request) => listInvitations(database, request),
    reports: (request) => listReports(database, request),
    proposals: (request) => listProposals(database, request, undefined),
    records: (request) => listRecords(database, announcementResource, request),
    entries: (request) => listEntries(database, investor.userId, request),
  };
  for (const [name, read] of Object.entries(lists)) {
    for (const order of ['DESC', 'ASC'] as const) {
      const field = name === 'audit' || name === 'security events' ? 'at' : 'createdAt';
      const sort = { field: name === 'reports' ? 'reportedAt' : field, order };
      const page = await read({ ...bare, sort, range: { first: 0, last: 9_999 } });
      const whole = await read({ ...bare, sort });
      expect.soft([name, whole.rows.length], name).toEqual([name, 250]);
      const rows = [...whole.rows];
      for await (const more of whole.rest ?? []) {
        expect(more.length).toBeLessThanOrEqual(250);
        rows.push(...more);
      }
      expect(rows.length, name).toBeGreaterThanOrEqual(600);
      expect(rows, name).toEqual(page.rows);
      expect.soft(whole.all, name).toBe(page.total);
    }
  }
});

test('a whole list has the rows that passed its filter when it was asked for, whatever becomes of them meanwhile', async () => {
  const { rest, all } = await listMail(app.database, {
    ...bare,
    conditions: [
      { kind: 'oneOf', field: 'state', values: ['sent'] },
      { kind: 'search', field: 'q', text: investor.userId },
    ],
  });
  expect(all).toBe(600);
  await app.superuser.pool.query(`update mail_outbox set sent_at = null where subject = $1`, [
    investor.userId,
  ]);
  let later = 0;
  for await (const more of rest ?? []) later += more.length;
  expect(later).toBe(350);
});

test('two whole lists of one person are read at once, of whatever kind; a page, and whoever else asks, waits for none', async () => {
  const [admin, auditor] = [await app.signInAsAdmin(), await app.signInAsAuditor()];
  const waiting = async () => {
    const { rows } = await app.superuser.pool.query<{ count: number }>(
      `select count(*)::int from pg_locks where not granted and relation = 'security_events'::regclass`,
    );
    return rows[0]?.count;
  };
  const holder = await app.superuser.pool.connect();
  const security = '/api/admin/security';
  try {
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
    await holder.query('lock table security_events in access exclusive mode');
    const whole = Array.from({ length: 5 }, () => app.call('GET', security, { token: auditor }));
    await expect.poll(waiting, patience).toBe(2);
    const page = app.call('GET', `${security}?range=[0,9]`, { token: auditor });
    // Its rows and how many there are.
    await expect.poll(waiting, patience).toBe(4);
    const other = app.call('GET', security, { token: admin });
    await expect.poll(waiting, patience).toBe(5);
    await holder.query('rollback');
    // 503 when the wait was too long.
    for (const { status } of await Promise.all([page, other])) expect([200, 503]).toContain(status);
    for (const { status } of await Promise.all(whole)) expect([200, 429, 503]).toContain(status);
  } finally {
    // What it has locked is free again, however this ended.
    holder.release(true);
  }
});
