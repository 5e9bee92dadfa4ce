import { randomUUID } from 'node:crypto';
import {
  type AnyPgColumn,
  bigint,
  date,
  integer,
  json,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homeSchema } from '../../contract/home';
import { validation } from '../../contract/messages';
import { sentForApprovalSchema } from '../../contract/proposals';
import { refusals } from '../../contract/refusals';
import { moment } from '../../contract/times';
import { z } from '../../contract/zod';
import { users } from '../../server/db/schema/people';
import { resourceColumns } from '../../server/resources/columns';
import { defineResource } from '../../server/resources/define-resource';
import { addTables } from '../support/add-tables';
import { announcementResource, announcementTable } from '../support/announcements';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';

const path = '/api/admin/announcements';
const recordSchema = z.looseObject({ _id: z.string(), title: z.string(), version: z.number() });

const grades = ['plain', 'fine'] as const;
const gradeEnum = pgEnum('offer_grade', grades);
const offerResource = defineResource({
  name: 'offers',
  table: pgTable('offers', {
    ...resourceColumns,
    name: text('name').notNull(),
    stock: integer('stock').notNull().default(1),
    until: date('until'),
    tags: text('tags').array(),
    terms: jsonb('terms'),
    wording: json('wording'),
    clauses: jsonb('clauses').array(),
    moments: timestamp('moments', { withTimezone: true }).array(),
    note: text('note').notNull().default('none'),
    grade: gradeEnum('grade').notNull().default('plain'),
    price: bigint('price', { mode: 'number' }).notNull().default(1_050),
  }),
  fields: {
    name: z.string(),
    stock: z.number().optional(),
    until: z.iso.date().nullable().optional(),
    tags: z.array(z.string()).optional(),
    terms: z.unknown().optional(),
    wording: z.unknown().optional(),
    clauses: z.array(z.unknown()).optional(),
    moments: z.array(moment).optional(),
    grade: z.enum(grades).optional(),
    note: z
      .string()
      .default('none')
      .refine((note) => note !== 'wrong', 'not that note'),
  },
  money: ['price'],
  sortable: ['price', 'grade'],
  permissions: { read: 'admin', delete: false },
});
const offerTable = `create type offer_grade as enum ('plain', 'fine'); create table offers (
  id uuid primary key, version integer default 1 not null,
  created_at timestamptz default now() not null, updated_at timestamptz default now() not null,
  name text not null, stock integer default 1 not null, until date, tags text[], terms jsonb, wording json, clauses jsonb[],
  moments timestamptz[],
  note text default 'none' not null, grade offer_grade default 'plain' not null, price bigint default 1050 not null)`;
const commentResource = defineResource({
  name: 'comments',
  table: pgTable('comments', { ...resourceColumns, announcementId: uuid('announcement_id') }),
  fields: { announcementId: z.uuid() },
});
const commentTable = `create table comments (
  id uuid primary key, version integer default 1 not null,
  created_at timestamptz default now() not null, updated_at timestamptz default now() not null,
  announcement_id uuid not null references announcements)`;
const chapters = pgTable('chapters', {
  ...resourceColumns,
  code: text('code').notNull().unique(),
  partOf: text('part_of').references((): AnyPgColumn => chapters.code),
});
const chapterResource = defineResource({
  name: 'chapters',
  table: chapters,
  fields: { code: z.string(), partOf: z.string().nullable().optional() },
  permissions: { read: 'admin' },
});
const chapterTable = `create table chapters (
    id uuid primary key, version integer default 1 not null,
    created_at timestamptz default now() not null, updated_at timestamptz default now() not null,
    code text not null unique,
    part_of text constraint chapters_part_of_chapters_code_fk references chapters (code) deferrable initially deferred);
  create table footnotes (chapter text not null references chapters (code) deferrable initially deferred)`;
const tickets = pgTable('tickets', {
  ...resourceColumns,
  userId: uuid('user_id').references(() => users.id),
  subject: text('subject').notNull(),
  hidden: text('hidden'),
  terms: jsonb('terms'),
  paid: bigint('paid', { mode: 'number' }),
});
const ticketResource = defineResource({
  name: 'support-tickets',
  table: tickets,
  fields: { userId: z.uuid().nullable(), subject: z.string(), terms: z.unknown().optional() },
  money: ['paid'],
  permissions: { delete: false },
  personal: { person: 'userId', erasure: { delete: true } },
});
const calls = pgTable('calls', {
  ...resourceColumns,
  caller: uuid('caller').references(() => users.id),
  about: text('about').notNull(),
  ticketId: uuid('ticket_id').references(() => tickets.id),
});
const callResource = defineResource({
  name: 'calls',
  table: calls,
  fields: { caller: z.uuid(), about: z.string(), ticketId: z.uuid() },
  permissions: { read: 'admin', update: false, delete: false },
  personal: { person: 'caller', erasure: { replace: { caller: null, about: '', ticketId: null } } },
});
const memoResource = defineResource({
  name: 'memos',
  table: pgTable('memos', {
    ...resourceColumns,
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
  }),
  fields: { userId: z.uuid(), text: z.string() },
  personal: { person: 'userId', erasure: { keep: 'They say nothing but that there was one.' } },
  permissions: { read: 'admin' },
  twoPersons: true,
});
const serverColumns = `id uuid primary key, version integer default 1 not null,
  created_at timestamptz default now() not null, updated_at timestamptz default now() not null`;
const personalTables = `create table tickets (
    ${serverColumns}, user_id uuid references users, subject text not null, hidden text, terms jsonb, paid bigint);
  create table calls (
    ${serverColumns}, caller uuid references users, about text not null, ticket_id uuid references tickets);
  create table memos (${serverColumns}, user_id uuid not null references users, text text not null)`;
const resources = [
  announcementResource,
  offerResource,
  commentResource,
  chapterResource,
  // Before what it refers to: the erasure has to see that for itself.
  callResource,
  ticketResource,
  memoResource,
];

let app: TestApp;
let admin: string;
let auditor: string;
beforeAll(async () => {
  app = await startTestApp({ ...withAuditor, FOUR_EYES: 'address' }, { resources });
  await addTables(
    app,
    [announcementTable, offerTable, commentTable, chapterTable, personalTables].join('; '),
    resources,
  );
  admin = await app.signInAsAdmin();
  auditor = await app.signInAsAuditor();
});
afterAll(() => app.close());

const build = (overrides: object = {}) => ({
  title: `News ${randomUUID()}`,
  body: 'We moved.',
  ...overrides,
});
const create = (body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', path, { token: admin, body, headers });
const made = async (overrides: object = {}) => recordSchema.parse((await create(build(overrides))).data);
const update = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call('PUT', `${path}/${id}`, { token: admin, body, headers });
const list = (query: Record<string, unknown>, token = admin) => {
  const parameters = Object.entries(query).map(([key, value]): [string, string] => [
    key,
    JSON.stringify(value),
  ]);
  return app.call('GET', `${path}?${new URLSearchParams(parameters)}`, { token });
};
const titlesOf = (data: unknown) =>
  z
    .array(recordSchema)
    .parse(data)
    .map(({ title }) => title);
const eventsOf = async (id: string) => {
  const { rows } = await app.database.pool.query(
    'select action, subject_type, before, after, reason from audit_events where subject_id = $1 order by id',
    [id],
  );
  return rows;
};

test('all rows of a list that is not counted to its end are reached page by page, and none is claimed past it', async () => {
  const rows = 10_050;
  await app.superuser.pool.query(
    `insert into announcements (id, title, body, published)
     select gen_random_uuid(), 'one of many ' || n, 'No news', false from generate_series(1, $1) as n`,
    [rows],
  );
  const filter = { q: 'one of many' };
  const pageAt = async (first: number) => {
    const { headers } = await list({ filter, range: [first, first + 19] });
    return [headers['content-range'], headers['x-total-relation']];
  };
  expect(await pageAt(0)).toEqual(['items 0-19/10001', 'gte']);
  expect(await pageAt(10_000)).toEqual(['items 10000-10019/10021', 'gte']);
  expect(await pageAt(10_020)).toEqual(['items 10020-10039/10041', 'gte']);
  expect(await pageAt(10_030)).toEqual([`items 10030-10049/${rows}`, undefined]);
  expect(await pageAt(20_000)).toEqual([`items */${rows}`, undefined]);
  await app.superuser.pool.query(`delete from announcements where title like 'one of many %'`);
});

test('the calls of each are among those that the server says it has', async () => {
  const { data } = await app.call('GET', '/api/admin/offered', { token: admin });
  const offered = z.array(z.string()).parse(data);
  expect(offered.filter((call) => call.includes('/offers'))).toEqual([
    'GET /api/admin/offers',
    'GET /api/admin/offers/:id',
    'POST /api/admin/offers',
    'PUT /api/admin/offers/:id',
  ]);
});

describe('a declared resource', () => {
  test('is created with its defaults, read, and written down', async () => {
    const body = build();
    const answer = await create(body, { 'x-reason': 'News%20of%20the%20day' });
    expect(answer).toMatchObject({
      status: 201,
      data: { ...body, published: false, publishedAt: null, version: 1 },
      headers: { etag: '"1"' },
    });
    const { _id } = recordSchema.parse(answer.data);
    for (const token of [admin, auditor]) {
      expect(await app.call('GET', `${path}/${_id}`, { token })).toMatchObject({
        status: 200,
        data: answer.data,
      });
    }
    expect(await eventsOf(_id)).toEqual([
      {
        action: 'announcements.created',
        subject_type: 'announcements',
        before: null,
        after: answer.data,
        reason: 'News of the day',
      },
    ]);
  });

  test('is changed in the fields sent alone; a default does not come back', async () => {
    const { _id } = await made({ published: true, publishedAt: '2026-03-01T10:00:00Z' });
    const answer = await update(_id, { body: 'We stay.' }, { 'if-match': '"1"' });
    expect(answer).toMatchObject({
      status: 200,
      data: { body: 'We stay.', published: true, publishedAt: '2026-03-01T10:00:00.000Z', version: 2 },
      headers: { etag: '"2"' },
    });
    expect((await eventsOf(_id))[1]).toMatchObject({
      action: 'announcements.updated',
      before: { body: 'We moved.', version: 1 },
      after: { body: 'We stay.', version: 2 },
    });
  });

  test('changed to what it is already changes nothing', async () => {
    const { _id } = await made({ publishedAt: '2026-03-01T10:00:00Z' });
    const same = { body: '\u200bWe moved.', publishedAt: '2026-03-01T10:00:00.000Z' };
    expect(await update(_id, same)).toMatchObject({ status: 200, data: { version: 1 } });
    expect(await eventsOf(_id)).toHaveLength(1);
  });

  test('of another version is neither changed nor deleted', async () => {
    const { _id } = await made();
    await update(_id, { published: true });
    const headers = { 'if-match': '"1"' };
    expect(await update(_id, { published: false }, headers)).toMatchObject({
      status: 412,
      errors: [{ code: 'stale_version' }],
    });
    const refused = await app.call('DELETE', `${path}/${_id}`, { token: admin, headers });
    expect(refused.status).toBe(412);
    expect(await eventsOf(_id)).toHaveLength(2);
  });

  test('changed by twelve at once on the same version is changed once', async () => {
    const { _id } = await made();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => update(_id, { body: `Version ${nth}` }, { 'if-match': '"1"' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(11);
    expect(await eventsOf(_id)).toHaveLength(2);
  });

  test('is deleted, and its last state stays in the audit log', async () => {
    const record = await made();
    const deleted = await app.call('DELETE', `${path}/${record._id}`, { token: admin });
    expect(deleted).toMatchObject({ status: 200, data: record });
    expect((await app.call('GET', `${path}/${record._id}`, { token: admin })).status).toBe(404);
    expect((await app.call('DELETE', `${path}/${record._id}`, { token: admin })).status).toBe(404);
    expect((await update(record._id, { published: true })).status).toBe(404);
    expect((await eventsOf(record._id))[1]).toMatchObject({
      action: 'announcements.deleted',
      before: record,
      after: null,
    });
  });

  test('created twice with one key exists once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = build();
    const [first, second] = [await create(body, headers), await create(body, headers)];
    expect([first.status, second.data]).toEqual([201, first.data]);
    expect((await create(build(), headers)).errors[0]?.code).toBe('idempotency_mismatch');
    expect(await eventsOf(recordSchema.parse(first.data)._id)).toHaveLength(1);
  });

  test.each([
    ['a title that is too short', { title: 'x' }, { field: 'title', message: 'the title is too short' }],
    ['a number for a text', { body: 5 }, { field: 'body', message: 'Expected string received number' }],
    ['a field there is not', { author: 'Ada' }, { message: 'Unknown field: author' }],
    ['a field of the server', { version: 9 }, { message: 'Unknown field: version' }],
    ['a moment that is none', { publishedAt: 'tomorrow' }, { field: 'publishedAt' }],
    ['letters no database holds', { body: 'a\u0000b' }, { code: 'validation' }],
    ['half a letter', { body: 'ab\ud800' }, { field: 'body', message: validation.brokenText }],
    ['a text of which nothing is seen', { body: '\u2800' }, { field: 'body' }],
    ['a moment of no year', { publishedAt: '0000-01-01T00:00:00Z' }, { field: 'publishedAt' }],
  ])('refuses %s, with the message of the field', async (_, wrong, error) => {
    const { _id } = await made();
    for (const { status, errors } of [await create(build(wrong)), await update(_id, wrong)]) {
      expect(status).toBe(422);
      expect(errors[0]).toMatchObject(error);
    }
    expect(await eventsOf(_id)).toHaveLength(1);
  });

  test('refuses a change of nothing, and a second one of what must be unique', async () => {
    const { _id, title } = await made();
    expect((await update(_id, {})).status).toBe(422);
    expect(await create(build({ title }))).toMatchObject({ status: 409, errors: [{ code: 'conflict' }] });
  });

  test('is not deleted while others refer to it, and nothing refers to one that is not there', async () => {
    const { _id } = await made();
    const comment = (announcementId: string) =>
      app.call('POST', '/api/admin/comments', { token: admin, body: { announcementId } });
    const remove = (id: string) => app.call('DELETE', `${path}/${id}`, { token: admin });
    const refused = (message: string) => ({ status: 409, errors: [{ code: 'conflict', message }] });
    const { _id: commentId } = z.looseObject({ _id: z.string() }).parse((await comment(_id)).data);
    expect(await remove(_id)).toMatchObject(refused(refusals.stillUsed));

    const other = await made();
    expect((await remove(other._id)).status).toBe(200);
    expect(await comment(other._id)).toMatchObject(refused(refusals.referenceGone));
    const body = { announcementId: other._id };
    expect(await app.call('PUT', `/api/admin/comments/${commentId}`, { token: admin, body })).toMatchObject(
      refused(refusals.referenceGone),
    );
  });

  test('keeps what others refer to it by, and is told from one that refers to what is not there', async () => {
    const chapterPath = '/api/admin/chapters';
    const add = async (code: string, partOf?: string) => {
      const { data } = await app.call('POST', chapterPath, { token: admin, body: { code, partOf } });
      return `${chapterPath}/${z.looseObject({ _id: z.string() }).parse(data)._id}`;
    };
    const [noted, whole, part] = [await add('noted'), await add('whole'), await add('part', 'whole')];
    await app.superuser.pool.query(`insert into footnotes values ('noted')`);
    const change = async (url: string, body: object) =>
      (await app.call('PUT', url, { token: admin, body })).errors[0]?.message;
    const remove = async (url: string) =>
      (await app.call('DELETE', url, { token: admin })).errors[0]?.message;
    const { stillUsed, referenceGone } = refusals;
    expect([await change(noted, { code: 'other' }), await remove(noted)]).toEqual([stillUsed, stillUsed]);
    // The table refers to itself.
    expect([await change(whole, { code: 'other' }), await remove(whole)]).toEqual([stillUsed, stillUsed]);
    expect(await change(part, { partOf: 'nowhere' })).toBe(referenceGone);
    expect(await change(whole, { code: 'other', partOf: 'noted' })).toBe(stillUsed);
    expect(await change(part, { code: 'leaf', partOf: 'nowhere' })).toBe(referenceGone);
    expect([await change(part, { partOf: null }), await remove(whole)]).toEqual([undefined, undefined]);
  });

  test('is read by auditors and written by administrators alone', async () => {
    const { _id } = await made();
    const investor = (await app.signUp()).token;
    const writes: [string, string][] = [
      ['POST', path],
      ['PUT', `${path}/${_id}`],
      ['DELETE', `${path}/${_id}`],
    ];
    for (const [method, url] of writes) {
      for (const token of [auditor, investor]) {
        expect((await app.call(method, url, { token, body: build() })).status).toBe(403);
      }
      expect((await app.call(method, url, { body: build() })).status).toBe(401);
    }
    expect((await list({}, investor)).status).toBe(403);
    expect(await app.call('PATCH', `${path}/${_id}`, { token: admin, body: {} })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, PUT, DELETE' },
    });
  });

  test('that auditors may not read is told to them neither by the audit log nor by a proposal', async () => {
    const offers = '/api/admin/offers';
    const offer = await app.call('POST', offers, { token: admin, body: { name: 'For few' } });
    const { _id } = z.looseObject({ _id: z.string() }).parse(offer.data);
    const headers = { 'x-reason': 'Not for all' };
    await app.call('PUT', `${offers}/${_id}`, { token: admin, body: { name: 'For fewer' }, headers });
    expect((await app.call('GET', `${offers}/${_id}`, { token: auditor })).status).toBe(403);
    const filter = encodeURIComponent(JSON.stringify({ subjectType: 'offers', subjectId: _id }));
    const logOf = async (token: string) =>
      (await app.call('GET', `/api/admin/audit?filter=${filter}`, { token })).data;
    const events = [{ action: 'offers.updated' }, { action: 'offers.created' }];
    expect(await logOf(auditor)).toEqual(
      events.map((event) => expect.objectContaining({ ...event, before: null, after: null, reason: null })),
    );
    expect(await logOf(admin)).toMatchObject([
      { ...events[0], before: { name: 'For few' }, after: { name: 'For fewer' }, reason: 'Not for all' },
      { ...events[1], before: null, after: { name: 'For few' } },
    ]);

    const propose = (id: string, resource: string) =>
      app.superuser.pool.query(
        `insert into proposals (id, kind, subject_type, subject_id, parameters, effect, effect_hash, proposer_id, reason)
         select $1, 'address', $2, $3, '{"write":"update","values":{"name":"For none"}}',
           '{"changes":[{"name":"name","before":"For fewer","after":"For none"}],"facts":[],"versions":{}}', $4, id, 'So be it'
         from users where type = 'admin'`,
        [id, resource, _id, 'a'.repeat(64)],
      );
    const proposal = randomUUID();
    await propose(proposal, 'offers');
    const waitingAtHome = async (token: string) =>
      z
        .looseObject({ waiting: z.object({ proposals: z.object({ count: z.number() }) }) })
        .parse((await app.call('GET', '/api/admin/home', { token })).data).waiting.proposals.count;
    expect([await waitingAtHome(admin), await waitingAtHome(auditor)]).toEqual([1, 0]);
    const listed = async (token: string) => (await app.call('GET', '/api/admin/proposals', { token })).data;
    const waiting = [expect.objectContaining({ _id: proposal })];
    expect([await listed(admin), await listed(auditor)]).toEqual([waiting, []]);
    const page = await app.call('GET', '/api/admin/proposals?range=[0,9]', { token: auditor });
    expect(page.headers['content-range']).toBe('items */0');
    const seen = (token: string) => app.call('GET', `/api/admin/proposals/${proposal}`, { token });
    expect([(await seen(admin)).status, (await seen(auditor)).status]).toEqual([200, 404]);
    await app.superuser.pool.query(
      `insert into audit_events (at, actor_id, action, subject_type, subject_id, after, reason)
       select now(), id, 'proposal.made', 'proposal', $1, '{"subjectType":"offers","effectHash":"aaaa"}', 'So be it'
       from users where type = 'admin'`,
      [proposal],
    );
    const ofProposal = encodeURIComponent(JSON.stringify({ subjectType: 'proposal', subjectId: proposal }));
    const madeOf = async (token: string) =>
      (await app.call('GET', `/api/admin/audit?filter=${ofProposal}`, { token })).data;
    expect(await madeOf(admin)).toMatchObject([{ after: { effectHash: 'aaaa' }, reason: 'So be it' }]);
    expect(await madeOf(auditor)).toMatchObject([{ action: 'proposal.made', after: null, reason: null }]);

    // Beside another proposal of the same administrator stands what they did last.
    const readable = randomUUID();
    await propose(readable, 'announcements');
    const whyLast = async (token: string) => {
      const { data } = await app.call('GET', `/api/admin/proposals/${readable}`, { token });
      const { recent } = z
        .looseObject({
          recent: z.array(z.looseObject({ action: z.string(), reason: z.string().nullable() })),
        })
        .parse(data);
      return recent.filter(({ action }) => action === 'offers.updated').map(({ reason }) => reason);
    };
    expect([await whyLast(admin), await whyLast(auditor)]).toEqual([['Not for all'], [null]]);
  });

  test('that auditors may not read tells them nothing by what was signed for it', async () => {
    const offer = await app.call('POST', '/api/admin/offers', { token: admin, body: { name: 'For few' } });
    const { _id } = z.looseObject({ _id: z.string() }).parse(offer.data);
    const proofId = randomUUID();
    await app.superuser.pool.query(
      `insert into act_proofs
         (id, request_id, user_id, factor_id, act, nonce, public_key, authenticator_data, client_data_json, signature)
       select $1, request_id, actor_id, gen_random_uuid(), $2, '', '', '', '', '' from audit_events where subject_id = $3`,
      [proofId, JSON.stringify({ call: 'offers.create', body: { stock: 7 } }), _id],
    );
    const filter = encodeURIComponent(JSON.stringify({ subjectType: 'offers', subjectId: _id }));
    const signedOf = async (token: string) =>
      (await app.call('GET', `/api/admin/audit?filter=${filter}`, { token })).data;
    expect(await signedOf(admin)).toMatchObject([{ signed: { proofId } }]);
    expect(await signedOf(auditor)).toMatchObject([{ signed: null }]);
    const proof = (token: string) => app.call('GET', `/api/admin/audit/proofs/${proofId}`, { token });
    expect([(await proof(admin)).status, (await proof(auditor)).status]).toEqual([200, 404]);
  });

  test('that is not declared any more stays with administrators: nothing says whether auditors might read it', async () => {
    const [id, proofId] = [randomUUID(), randomUUID()];
    const { pool } = app.superuser;
    await pool.query(
      `insert into audit_events (at, actor_id, action, subject_type, subject_id, after, reason)
       select now(), id, 'salaries.created', 'salaries', $1, '{"amount":7}', 'A raise' from users where type = 'admin'`,
      [id],
    );
    await pool.query(
      `insert into proposals (id, kind, subject_type, subject_id, parameters, effect, effect_hash, proposer_id, reason)
       select $1, 'address', 'salaries', 'new', '{"write":"create","values":{"amount":8}}',
         '{"changes":[],"facts":[],"versions":{}}', $2, id, 'A raise' from users where type = 'admin'`,
      [id, 'b'.repeat(64)],
    );
    await pool.query(
      `insert into act_proofs
         (id, request_id, user_id, factor_id, act, nonce, public_key, authenticator_data, client_data_json, signature)
       select $1, 'former', id, gen_random_uuid(), '{"call":"salaries.create","body":{"amount":7}}', '', '', '', '', ''
       from users where type = 'admin'`,
      [proofId],
    );
    const told = async (token: string) => {
      const read = (url: string) => app.call('GET', `/api/admin/${url}`, { token });
      const filterOf = (of: object) => encodeURIComponent(JSON.stringify(of));
      const [events, listed, seen, proof] = await Promise.all([
        read(`audit?filter=${filterOf({ subjectType: 'salaries', subjectId: id })}`),
        read(`proposals?filter=${filterOf({ id: [id] })}`),
        read(`proposals/${id}`),
        read(`audit/proofs/${proofId}`),
      ]);
      return { events: events.data, listed: listed.data, seen: seen.status, proof: proof.status };
    };
    expect(await told(admin)).toMatchObject({
      events: [{ after: { amount: 7 }, reason: 'A raise' }],
      ...{ listed: [{ _id: id }], seen: 200, proof: 200 },
    });
    expect(await told(auditor)).toMatchObject({
      events: [{ action: 'salaries.created', after: null, reason: null }],
      ...{ listed: [], seen: 404, proof: 404 },
    });
    const own = encodeURIComponent(JSON.stringify({ action: 'user.auditor_created' }));
    expect((await app.call('GET', `/api/admin/audit?filter=${own}`, { token: auditor })).data).toMatchObject([
      { after: { email: expect.any(String) } },
    ]);
  });

  test('is documented', async () => {
    const { paths } = (await app.app.inject('/api/openapi.json')).json();
    expect(Object.keys(paths[path])).toEqual(['get', 'post']);
    expect(Object.keys(paths[`${path}/{id}`])).toEqual(['get', 'put', 'delete']);
    expect(paths[path].post.requestBody.content['application/json'].schema.required).toEqual([
      'title',
      'body',
    ]);
    expect(paths[path].post.tags).toEqual(['announcements']);
    expect(paths['/api/admin/offers'].get.summary).toMatch(
      /can be filtered by id, name, stock, until, grade, note, /,
    );
  });
});

describe('its list', () => {
  const word = randomUUID();
  beforeAll(async () => {
    for (const [nth, letter] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      await made({
        title: `${letter} ${word}`,
        published: nth < 2,
        publishedAt: `2026-0${nth + 1}-01T00:00:00Z`,
      });
    }
  });
  const mine = { q: word };
  const letters = async (query: { filter?: object; sort?: unknown; range?: unknown }) => {
    const answer = await list({ sort: ['title', 'ASC'], ...query, filter: { ...mine, ...query.filter } });
    expect(answer.status).toBe(200);
    return titlesOf(answer.data)
      .map((title) => title[0])
      .join('');
  };

  test('is sorted, paged and counted', async () => {
    expect(await letters({})).toBe('abcde');
    expect(await letters({ sort: ['publishedAt', 'DESC'] })).toBe('edcba');
    expect(await letters({ sort: ['id', 'ASC'] })).toBe('abcde');
    const page = await list({ filter: mine, sort: ['title', 'ASC'], range: [2, 3] });
    expect([titlesOf(page.data).length, page.headers['content-range']]).toEqual([2, 'items 2-3/5']);
  });

  test('is not counted to its end when it is long, and says so', async () => {
    await app.superuser.pool.query(
      `insert into chapters (id, code) select gen_random_uuid(), 'many ' || n from generate_series(1, 10005) as n`,
    );
    const { headers } = await app.call('GET', '/api/admin/chapters?range=[0,1]', { token: admin });
    expect([headers['content-range'], headers['x-total-relation']]).toEqual(['items 0-1/10001', 'gte']);
  });

  test('is filtered by search, values, ids and dates', async () => {
    expect(await letters({ filter: { published: true } })).toBe('ab');
    expect(await letters({ filter: { published: false } })).toBe('cde');
    expect(await letters({ filter: { title: `c ${word}` } })).toBe('c');
    expect(await letters({ filter: { publishedAt_gte: '2026-02-01', publishedAt_lte: '2026-03-31' } })).toBe(
      'bc',
    );
    const [first] = z.array(recordSchema).parse((await list({ filter: mine, sort: ['title', 'ASC'] })).data);
    expect(await letters({ filter: { id: [first?._id] } })).toBe('a');
  });

  test.each([
    [{ sort: ['body', 'ASC'] }, 'body'],
    [{ filter: { author: 'Ada' } }, 'author'],
    [{ filter: { published: 'yes' } }, 'published'],
    [{ filter: { title_gte: 'a' } }, 'title_gte'],
    [{ filter: { id: ['x'] } }, 'id'],
    [{ range: [0, 5_000] }, 'range'],
  ])('refuses %j, and names it', async (query, named) => {
    const refused = await list(query);
    expect([refused.status, refused.errors[0]?.message]).toEqual([400, expect.stringContaining(named)]);
  });
});

describe('a resource with money', () => {
  const offers = '/api/admin/offers';
  const add = (body: unknown) => app.call('POST', offers, { token: admin, body });
  const names = async (filter: object) => {
    const url = `${offers}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
    const { status, data } = await app.call('GET', url, { token: admin });
    return status === 200
      ? z
          .array(z.object({ name: z.string() }))
          .parse(data)
          .map(({ name }) => name)
      : status;
  };

  test('shows it in dollars, finds by it, and lets nobody write it', async () => {
    const answer = await add({ name: 'Gold', stock: 3 });
    expect(answer).toMatchObject({ status: 201, data: { name: 'Gold', stock: 3, price: 10.5 } });
    const { _id } = z.object({ _id: z.string() }).parse(answer.data);
    const put = await app.call('PUT', `${offers}/${_id}`, { token: admin, body: { price: 1 } });
    expect(put.errors[0]?.message).toBe('Unknown field: price');
    expect((await add({ name: 'Silver', price: 1 })).status).toBe(422);
    expect(await names({ price_gte: 10.5, price_lte: 10.5, stock_gte: 3 })).toEqual(['Gold']);
    expect(await names({ price_gte: 10.51 })).toEqual([]);
    expect(await names({ stock_gte: 1.5 })).toBe(400);
    expect(await names({ stock_gte: 2 ** 40 })).toBe(400);
  });

  test('is found by an enum of the database, and not by what that has not', async () => {
    await add({ name: 'Fine', grade: 'fine' });
    expect(await names({ grade: 'fine' })).toEqual(['Fine']);
    expect(await names({ grade: ['fine', 'rough'], name: 'Fine' })).toEqual(['Fine']);
    expect(await names({ grade: 'rough' })).toEqual([]);
    expect(await names({ grade: [] })).toEqual([]);
  });

  test('refuses a number its column cannot hold', async () => {
    for (const stock of [2 ** 40, 1e300]) expect((await add({ name: 'Much', stock })).status).toBe(422);
  });

  test('is read by administrators alone when it says so, and deleted by nobody', async () => {
    expect((await app.call('GET', offers, { token: auditor })).status).toBe(403);
    expect((await app.call('DELETE', `${offers}/${randomUUID()}`, { token: admin })).status).toBe(405);
  });
});

test('a day of the calendar is stored, answered and compared as such, wherever the server is', async () => {
  const days = ['2026-03-03', '2026-03-04', '2026-03-05'];
  for (const until of [...days, null]) {
    const { status, data } = await app.call('POST', '/api/admin/offers', {
      token: admin,
      body: { name: 'Day', until },
    });
    expect([status, data]).toEqual([201, expect.objectContaining({ until })]);
  }
  const until = async (filter: object) => {
    const query = new URLSearchParams({
      filter: JSON.stringify({ name: 'Day', ...filter }),
      sort: '["createdAt","ASC"]',
    });
    const { data } = await app.call('GET', `/api/admin/offers?${query}`, { token: admin });
    return z
      .array(z.looseObject({ until: z.string().nullable() }))
      .parse(data)
      .map((offer) => offer.until);
  };
  expect(await until({ until_gte: '2026-03-04' })).toEqual(days.slice(1));
  expect(await until({ until_lte: '2026-03-04' })).toEqual(days.slice(0, 2));
  expect(await until({ until_gte: '2026-03-04', until_lte: '2026-03-04' })).toEqual(['2026-03-04']);
  const wrong = await app.call('POST', '/api/admin/offers', {
    token: admin,
    body: { name: 'Day', until: '2026-02-30' },
  });
  expect(wrong.status).toBe(422);
});

describe('texts in arrays and in JSON', () => {
  const add = (body: object) =>
    app.call('POST', '/api/admin/offers', { token: admin, body: { name: 'Texts', ...body } });

  test('are taken as those of a column are, without what nobody sees', async () => {
    const { status, data } = await add({
      tags: ['new\u200b', ' e\u0301t\u00e9 '],
      terms: { note: 'paid\u202e', of: [{ text: 'a\nb' }, 5, null, true] },
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      tags: ['new', '\u00e9t\u00e9'],
      terms: { note: 'paid', of: [{ text: 'a\nb' }, 5, null, true] },
    });
  });

  test.each([
    ['half a letter in an array', { tags: ['ab\ud800'] }, { field: 'tags', message: validation.brokenText }],
    ['letters no database holds, in JSON', { terms: { of: ['a\u0000b'] } }, { field: 'terms' }],
    [
      'half a letter in a name',
      { terms: [{ 'a\ud800': 1 }] },
      { field: 'terms', message: validation.brokenText },
    ],
  ])('%s is refused', async (_, body, error) => {
    const { status, errors } = await add(body);
    expect([status, errors[0]]).toEqual([422, expect.objectContaining(error)]);
  });
});

describe('a record changed', () => {
  const offers = '/api/admin/offers';
  const send = (method: string, url: string, body: object) => app.call(method, url, { token: admin, body });
  const addOffer = async (body: object) =>
    z.object({ _id: z.string() }).parse((await send('POST', offers, { name: 'Changed', ...body })).data)._id;

  test('to JSON that says the same in another order stays as it is', async () => {
    const terms = { bb: 1, a: { d: 2, c: [{ y: 1, x: 2 }] } };
    const id = await addOffer({ terms });
    const same = { terms: { a: { c: [{ x: 2, y: 1 }], d: 2 }, bb: 1 } };
    for (const body of [{ terms }, same]) {
      expect(await send('PUT', `${offers}/${id}`, body)).toMatchObject({ status: 200, data: { version: 1 } });
    }
  });

  test.each(['42', 'true', 'null', '{"a":1}', '"quoted"'])(
    'to the JSON text that it has stays as it is: %s',
    async (said) => {
      const body = { terms: said, wording: said, clauses: [said, 42] };
      const id = await addOffer(body);
      const stays = { status: 200, data: { ...body, version: 1 } };
      expect(await send('PUT', `${offers}/${id}`, body)).toMatchObject(stays);
      expect(await app.call('GET', `${offers}/${id}`, { token: admin })).toMatchObject(stays);
      const filter = encodeURIComponent(JSON.stringify({ id }));
      const found = await app.call('GET', `${offers}?filter=${filter}`, { token: admin });
      expect(found).toMatchObject({ status: 200, data: [stays.data] });
      // What a change answers is what it has stored.
      const changed = { terms: '7', wording: said, clauses: [said] };
      expect(await send('PUT', `${offers}/${id}`, changed)).toMatchObject({
        data: { ...changed, version: 2 },
      });
    },
  );

  test('is asked what a schema asks behind a default, which fills nothing', async () => {
    const id = await addOffer({ note: 'own' });
    const wrong = await send('PUT', `${offers}/${id}`, { note: 'wrong' });
    expect([wrong.status, wrong.errors[0]?.message]).toEqual([422, 'not that note']);
    expect(await send('PUT', `${offers}/${id}`, { name: 'Renamed' })).toMatchObject({
      data: { name: 'Renamed', note: 'own' },
    });
  });

  test('has moments in an array', async () => {
    const moments = ['2026-03-04T10:00:00.000Z', '2026-03-05T10:00:00.000Z'];
    const id = await addOffer({ moments });
    expect(await app.call('GET', `${offers}/${id}`, { token: admin })).toMatchObject({ data: { moments } });
  });
});

describe('what records tell about people', () => {
  const add = async (name: string, body: object) =>
    recordOfPerson.parse((await app.call('POST', `/api/admin/${name}`, { token: admin, body })).data)._id;
  const recordOfPerson = z.looseObject({ _id: z.string() });
  const eventsTold = async (token: string, filter: object) => {
    const url = `/api/admin/audit?filter=${encodeURIComponent(JSON.stringify(filter))}`;
    return (await app.call('GET', url, { token })).data;
  };

  test('is in their download, and gone from the tables and from what was written down once they are erased', async () => {
    const [{ token, userId, email }, other] = [await app.signUp(), await app.signUp()];
    const ticket = await add('support-tickets', { userId, subject: 'Letters to Ada', terms: '42' });
    const kept = await add('support-tickets', { userId: other.userId, subject: 'Of another' });
    const call = await add('calls', { caller: userId, about: 'Ada is ill', ticketId: ticket });

    const headers = { 'x-reason': 'By letter' };
    const body = { userId, text: 'Ada will write' };
    const { proposal } = sentForApprovalSchema.parse(
      (await app.call('POST', '/api/admin/memos', { token: admin, body, headers })).data,
    );
    const proposed = () =>
      app.superuser.pool.query(`select person_id from proposals where subject_type = 'memos'`);
    expect((await proposed()).rows).toEqual([{ person_id: userId }]);

    const proposalsOf = { personId: userId, subjectType: 'proposal' };
    expect(await eventsTold(admin, proposalsOf)).toMatchObject([{ action: 'proposal.made' }]);
    expect(await eventsTold(auditor, proposalsOf)).toEqual([]);
    const decider = await app.signUp();
    await app.superuser.pool.query(`update users set type = 'admin' where id = $1`, [decider.userId]);
    const declined = await app.call('POST', `/api/admin/proposals/${proposal._id}/decline`, {
      ...{ token: decider.token, body: {}, headers },
    });
    expect(declined.status).toBe(200);
    const decided = async (reader: string) =>
      homeSchema.parse((await app.call('GET', '/api/admin/home', { token: reader })).data).decisions[0];
    expect(await decided(admin)).toMatchObject({ action: 'proposal.declined', person: { _id: userId } });
    expect(await decided(auditor)).toMatchObject({ action: 'proposal.declined', person: null });

    const about = { personId: userId, subjectType: 'support-tickets' };
    expect(await eventsTold(auditor, about)).toMatchObject([
      { subjectId: ticket, person: { _id: userId }, after: { subject: 'Letters to Ada' } },
    ]);
    const ofCalls = { ...about, subjectType: 'calls' };
    expect(await eventsTold(admin, ofCalls)).toMatchObject([{ subjectId: call, person: { _id: userId } }]);
    // Of what auditors may not read nothing tells them whom it is about.
    expect(await eventsTold(auditor, ofCalls)).toEqual([]);
    expect(await eventsTold(auditor, { subjectType: 'calls', subjectId: call })).toMatchObject([
      { person: null, after: null },
    ]);

    const { data } = await app.call('GET', '/api/user/data', { token });
    const { sections } = z
      .object({
        sections: z.array(z.looseObject({ name: z.string(), title: z.string(), rows: z.array(z.unknown()) })),
      })
      .parse(data);
    const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    expect(sections.filter(({ name }) => ['tickets', 'calls'].includes(name))).toEqual([
      {
        name: 'calls',
        title: 'Calls',
        rows: [{ about: 'Ada is ill', ticketId: ticket, ...times }],
        withheld: [],
      },
      {
        name: 'tickets',
        title: 'Support tickets',
        rows: [{ subject: 'Letters to Ada', terms: '42', paid: null, ...times }],
        withheld: [],
      },
    ]);

    const erased = await app.call('POST', `/api/user/${userId}/erasure`, {
      ...{ token: admin, body: { email }, headers },
    });
    expect(erased).toMatchObject({ status: 200, data: { erasedAt: expect.any(String) } });
    expect((await proposed()).rows).toEqual([]);
    // Nor does anything tell whom a proposal was about that auditors could not read and that is gone.
    expect(await eventsTold(auditor, proposalsOf)).toEqual([]);
    const ofProposal = await eventsTold(auditor, { subjectType: 'proposal', subjectId: proposal._id });
    expect(ofProposal).toMatchObject([
      { action: 'proposal.declined', person: null, after: { status: 'DECLINED' } },
      { action: 'proposal.made', person: null },
    ]);
    const { rows } = await app.superuser.pool.query('select id from tickets');
    expect(rows).toEqual([{ id: kept }]);
    expect((await app.superuser.pool.query('select * from calls')).rows).toMatchObject([
      { id: call, caller: null, about: '', ticket_id: null, version: 2 },
    ]);
    const subjectsOf = { subjectType: 'support-tickets', subjectId: ticket };
    expect(await eventsTold(admin, subjectsOf)).toMatchObject([
      { action: 'support-tickets.created', after: { version: 1 } },
    ]);
    const written = await app.superuser.pool.query('select 1 from audit_events e where e::text ~ $1', [
      'Letters|is ill',
    ]);
    expect(written.rows).toEqual([]);
    const late = await app.call('POST', '/api/admin/support-tickets', {
      ...{ token: admin, body: { userId, subject: 'Too late' } },
    });
    expect(late).toMatchObject({ status: 409, errors: [{ message: refusals.personErased }] });
  });

  test('is of whom it was made about, and of nobody where it was made about nobody', async () => {
    const [{ userId }, other] = [await app.signUp(), await app.signUp()];
    const ticket = `support-tickets/${await add('support-tickets', { userId, subject: 'Letters' })}`;
    const { rows } = await app.superuser.pool.query(
      `insert into memos (id, user_id, text) values (gen_random_uuid(), $1, 'Ada writes') returning id`,
      [userId],
    );
    const change = (record: string, body: object) =>
      app.call('PUT', `/api/admin/${record}`, { token: admin, body, headers: { 'x-reason': 'By letter' } });
    const refused = { status: 422, errors: [{ message: refusals.personStays, field: 'userId' }] };
    for (const record of [ticket, `memos/${rows[0].id}`]) {
      expect(await change(record, { userId: other.userId })).toMatchObject(refused);
      expect((await change(record, { userId: userId.toUpperCase() })).status).toBeLessThan(300);
    }
    expect(await change(ticket, { userId: null })).toMatchObject(refused);
    const ofNobody = `support-tickets/${await add('support-tickets', { userId: null, subject: 'Letters' })}`;
    expect(await change(ofNobody, { userId })).toMatchObject(refused);
    expect((await change(ofNobody, { userId: null, subject: 'Notes' })).status).toBe(200);
  });
});
