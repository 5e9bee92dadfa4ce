import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { knownNetworks, networksKept } from '../../server/auth/known-network';
import { readConfig } from '../../server/config';
import { loadSecrets } from '../../server/secrets';
import { createReportLinks } from '../../server/takeover/links';
import { startTestApp, type TestApp } from '../support/test-app';

/** Networks in which the owner of an address is no stranger (docs/rules.md, "Registration and codes"). */

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['signUp']>>;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  await app.database.pool.query('delete from sessions where user_id = $1', [owner.userId]);
});

const known = async () => [...(await knownNetworks(app.database.db, owner.email))];

/** A session of the owner's that began so long ago. */
const session = (ip: string, ago: string) =>
  app.database.pool.query(
    `insert into sessions (id, user_id, created_at, expires_at, ip)
     values (gen_random_uuid(), $1, now() - $2::interval, now() + interval '1 day', $3)`,
    [owner.userId, ago, ip],
  );

describe('the networks of an owner', () => {
  test('are those of sessions of the last 90 days, nobody else’s', async () => {
    await session('192.0.2.1', '91 days');
    await session('192.0.2.2', '89 days');
    expect(await known()).toEqual(['192.0.2.2']);
    expect(await knownNetworks(app.database.db, 'nobody@example.com')).toEqual(new Set());
  });

  test('are fifty, the first ones, however many a thief adds', async () => {
    const days = (minutes: number) => `${80 * 24 * 60 - minutes} minutes`;
    const expected = Array.from({ length: networksKept }, (_, at) => `192.0.2.${at + 1}`);
    for (const [at, ip] of expected.entries()) await session(ip, days(at));
    for (let at = 0; at < 10; at += 1) await session(`198.51.100.${at}`, days(1_000 + at));
    // The same ones again, later.
    for (const ip of expected) await session(ip, '1 day');
    expect(await known()).toEqual(expected);
  });

  test('are networks, however many addresses there are in one', async () => {
    for (let at = 0; at < 60; at += 1) await session(`2001:db8::${at.toString(16)}`, '3 days');
    await session('192.0.2.1', '2 days');
    expect(await known()).toEqual(['2001:db8::/64', '192.0.2.1']);
  });
});

describe('the sessions that a report "This was not me" looks back to', () => {
  async function report(): Promise<void> {
    const { reportKey } = loadSecrets(readConfig({ DATA_DIR: app.dataDir }));
    const link = createReportLinks(reportKey, 'http://127.0.0.1').linkTo(owner.userId, 'new_sign_in');
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
    expect((await app.call('POST', '/api/auth/not-me', { body: { token } })).status).toBe(200);
  }
  const close = (finding: string) =>
    app.database.pool.query(
      `update takeover_reports set closed_at = now(), finding = $2, closed_by = user_id, reason = 'Looked at'
       where user_id = $1`,
      [owner.userId, finding],
    );

  test('make no network the owner’s, nor do those that begin before it is closed', async () => {
    await session('192.0.2.1', '8 days');
    await session('198.51.100.1', '6 days');
    expect(await known()).toEqual(['192.0.2.1', '198.51.100.1']);
    await report();
    await session('198.51.100.2', '0 days');
    expect(await known()).toEqual(['192.0.2.1']);
    await close('theft');
    await session('192.0.2.2', '0 days');
    expect(await known()).toEqual(['192.0.2.1', '192.0.2.2']);
  });

  test('are the owner’s again when it was a mistake', async () => {
    await session('192.0.2.1', '1 day');
    await report();
    expect(await known()).toEqual([]);
    await close('mistake');
    expect(await known()).toEqual(['192.0.2.1']);
  });
});
