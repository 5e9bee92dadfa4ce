import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transactionSchema } from '../../contract/transaction';
import { buildApp } from '../../server/build-app';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/db/client';
import { buildDeposit, buildRegistration } from '../builders';
import { startLine } from '../support/line';
import { startTestApp, type TestApp } from '../support/test-app';
import { testSeal } from '../support/test-database';

/** What nobody may find in a log. Each stands in a request, in what is stored for it, or in the mail about it. */
const planted = {
  email: 'planted-address@example.com',
  phoneNumber: '+44 7700 900123',
  password: 'planted horse battery',
  firstName: 'Plantedname',
  transactionId: 'plantedid4184fc596403b9d638783cf57adfe4c',
};
const secrets = [
  ...Object.values(planted),
  '7700900123',
  '$argon2id$',
  'It is valid for 10 minutes',
  'plantedquery',
  'plantedkey',
];

const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };
let app: TestApp;
let admin: string;
let investor: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'debug' }, { log });
  admin = await app.signInAsAdmin();
  investor = await app.signUp();
});
beforeEach(() => lines.splice(0));
afterAll(() => app.close());

const found = (text: string) => secrets.filter((secret) => text.includes(secret));
/** The secrets in everything logged since the last test began. */
const leaked = () => found(lines.join('\n'));

/** Calls whose statements carry what people entered. */
function attempts(current: Pick<TestApp, 'call'> = app) {
  const { transactionId, ...person } = planted;
  const { email, password, firstName, phoneNumber } = person;
  const registration = buildRegistration(person);
  const { token } = investor;
  return [
    current.call('POST', '/api/user/create', { body: registration }),
    current.call('POST', '/api/user/login', { body: { email, password } }),
    current.call('POST', '/api/user/login', { body: { email: investor.email, password: 'correct horse' } }),
    current.call('POST', '/api/auth/resendOTP', { body: { email, activity: 'reset_password' } }),
    current.call('POST', '/api/auth/verify-email', { body: { email, otp: '123456' } }),
    current.call('PUT', '/api/user', { token, body: { firstName, phoneNumber } }),
    current.call('PUT', '/api/user/password', {
      token,
      body: { oldPassword: 'correct horse', newPassword: password },
    }),
    current.call('POST', '/api/transaction/create', { token, body: buildDeposit({ transactionId }) }),
    current.call('GET', `/api/user/users?${new URLSearchParams({ filter: JSON.stringify({ q: email }) })}`, {
      token: admin,
    }),
  ];
}

/** Makes the attempts, of which `least` or more must come to grief inside. */
async function refuseAll(least: number, current?: Pick<TestApp, 'call'>): Promise<void> {
  const answers = await Promise.all(attempts(current));
  expect(answers.filter(({ status }) => status >= 500).length).toBeGreaterThanOrEqual(least);
  expect(found(JSON.stringify(answers.filter(({ status }) => status >= 500)))).toEqual([]);
  expect(lines.filter((line) => line.includes('request failed')).length).toBeGreaterThanOrEqual(least);
}

const written = [
  'pending_registrations',
  'otps',
  'users',
  'sessions',
  'mail_outbox',
  'transactions',
  'audit_events',
];

async function onEach(statement: (table: string) => string): Promise<void> {
  for (const table of written) await app.superuser.pool.query(statement(table));
}

describe('the log keeps nothing that people entered', () => {
  test('when the database refuses what is written', async () => {
    await onEach((table) => `alter table ${table} add constraint never check (false) not valid`);
    await refuseAll(4);
    await onEach((table) => `alter table ${table} drop constraint never`);
    expect(leaked()).toEqual([]);
    expect(lines.join('')).toContain('"code":"23514"');
    expect(lines.join('')).toContain('"constraint":"never"');
  });

  test('when a rule of the database quotes the row it refuses', async () => {
    await app.superuser.pool.query(
      `create function quote_row() returns trigger language plpgsql as
       $$ begin raise exception 'refused "%"', new; end $$`,
    );
    await onEach(
      (table) => `create trigger quoting before insert or update on ${table}
        for each row execute function quote_row()`,
    );
    await refuseAll(4);
    await onEach((table) => `drop trigger quoting on ${table}`);
    expect(leaked()).toEqual([]);
    expect(lines.join('')).toContain('"code":"P0001"');
  });

  test('when it cannot take a value', async () => {
    const { pool } = app.superuser;
    await pool.query('alter table pending_registrations alter column first_name type date using null');
    await refuseAll(1);
    await pool.query(`alter table pending_registrations alter column first_name type text`);
    expect(leaked()).toEqual([]);
    expect(lines.join('')).toContain('"code":"22007"');
  });

  test('when what is asked is not there', async () => {
    await onEach((table) => `alter table ${table} rename to ${table}_elsewhere`);
    await refuseAll(4);
    await onEach((table) => `alter table ${table}_elsewhere rename to ${table}`);
    expect(leaked()).toEqual([]);
    expect(lines.join('')).toContain('"code":"42P01"');
  });

  test('when the database is away', async () => {
    const line = await startLine(app.connection);
    const database = openDatabase(
      { ...app.connection, host: '127.0.0.1', port: line.port },
      () => {},
      undefined,
      testSeal,
    );
    const config = readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: 'debug' });
    const far = await buildApp({ config, database, log });
    await line.cut();
    await refuseAll(4, {
      async call(method, url, { token, body } = {}) {
        const response = await far.inject({
          method: method as 'GET',
          url,
          headers: {
            'content-type': 'application/json',
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
          },
          payload: JSON.stringify(body),
        });
        return { status: response.statusCode, data: undefined, errors: [], headers: {} };
      },
    });
    await far.close();
    await database.close();
    expect(leaked()).toEqual([]);
  });

  test('when a link with a signature or an address to search for is opened', async () => {
    const { token } = investor;
    const made = await app.call('POST', '/api/transaction/create', { token, body: buildDeposit() });
    const { _id } = transactionSchema.parse(made.data);
    for (const path of [
      `/api/proofs/${_id}?expires=1&signature=plantedquery`,
      `/api/transaction/transactions?filter=plantedquery`,
      '/somewhere?token=plantedquery',
      '/api/none?token=plantedquery',
      '/dev/mailbox/plantedkey',
      '/%64ev/mailbox/plantedkey.json?x=plantedquery',
      '/dev//mailbox/plantedkey',
      '/%zz?plantedquery',
    ]) {
      await app.app.inject(path);
    }
    const told = lines.join('');
    expect(told).toContain('/api/transaction/transactions');
    expect(leaked()).toEqual([]);
  });

  test('not in the log of the embedded database either', async () => {
    const { rows } = await app.superuser.pool.query<{ text: string }>(
      `select string_agg(pg_read_file('log/' || name), '') as text from pg_ls_logdir()`,
    );
    const text = rows[0]?.text ?? '';
    expect(text).toContain('database system is ready');
    expect(found(text)).toEqual([]);
  });
});

test('a client that goes away amid its body is no failure of the server', async () => {
  const { port } = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect(Number(port), '127.0.0.1');
  client.on('error', () => {});
  client.write(
    'POST /api/user/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"email":',
  );
  await expect.poll(() => lines.join('\n')).toContain('incoming request');
  client.resetAndDestroy();
  await expect.poll(() => lines.join('\n')).toMatch(/the client went away|request failed/);
  expect(lines.join('\n')).not.toContain('request failed');
});
