import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeySetupSchema } from '../../contract/factors';
import { refusals } from '../../contract/refusals';
import { z } from '../../contract/zod';
import { SoftwarePasskey } from '../support/passkey';
import { ticketFor } from '../support/second-factor';
import { startTestApp, type TestApp } from '../support/test-app';

/* Passkeys as a second factor: what a site, a challenge and a counter are worth (docs/rules.md, "Second factor"). */

const site = { rpId: 'invest.averin.test', origin: 'https://invest.averin.test' };
const password = 'correct horse';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: site.origin });
});
afterAll(() => app.close());

const challengeOf = (data: unknown) => z.object({ challenge: z.string() }).parse(data).challenge;
const token = z.string();

async function begin(session: string, body: object = { password }) {
  const begun = await app.call('POST', '/api/user/factors/passkey', { token: session, body });
  return passkeySetupSchema.parse(begun.data);
}

const add = (session: string, setupId: string, response: object) =>
  app.call('POST', '/api/user/factors', {
    token: session,
    body: { setupId, name: 'Laptop', proof: { kind: 'passkey', response } },
  });

async function withPasskey(passkey = new SoftwarePasskey(site)) {
  const person = await app.signUp();
  const { setupId, options } = await begin(person.token);
  const added = await add(person.token, setupId, passkey.register(options.challenge));
  expect(added.status).toBe(201);
  return { ...person, passkey, credentials: { email: person.email, password } };
}

async function challengeFor(ticket: string): Promise<string> {
  return challengeOf((await app.call('POST', '/api/auth/factor/passkey', { body: { ticket } })).data);
}

const finish = (ticket: string, response: object) =>
  app.call('POST', '/api/auth/factor', { body: { ticket, proof: { kind: 'passkey', response } } });
const codeOf = ({ errors }: { errors: { code: string }[] }) => errors[0]?.code;

test('a passkey is set up, and signs in', async () => {
  const { credentials, passkey } = await withPasskey();
  const { ticket, kinds } = await ticketFor(app, credentials);
  expect(kinds).toEqual(['passkey']);
  const signedIn = await finish(ticket, passkey.sign(await challengeFor(ticket)));
  const list = await app.call('GET', '/api/user/factors', { token: token.parse(signedIn.data) });
  expect(list.data).toMatchObject({ factors: [{ kind: 'passkey', lastUsedAt: expect.any(String) }] });
});

test('one made for another site or another challenge is not taken', async () => {
  const { token: session } = await app.signUp();
  const { setupId, options } = await begin(session);
  const passkey = new SoftwarePasskey(site);
  const elsewhere = new SoftwarePasskey({ rpId: 'averin.example', origin: site.origin });
  for (const response of [
    passkey.register(options.challenge, 'https://averin.example'),
    passkey.register('another-challenge'),
    elsewhere.register(options.challenge),
  ]) {
    expect(codeOf(await add(session, setupId, response))).toBe('invalid_factor');
  }
  expect((await add(session, setupId, passkey.register(options.challenge))).status).toBe(201);
});

test('of one that was given at another address of the same name it is said where passkeys work', async () => {
  const elsewhere = 'http://invest.averin.test';
  const told = [{ code: 'invalid_factor', message: refusals.passkeyElsewhere(site.origin) }];
  const { token: session } = await app.signUp();
  const { setupId, options } = await begin(session);
  const made = new SoftwarePasskey(site).register(options.challenge, elsewhere);
  expect(await add(session, setupId, made)).toMatchObject({ status: 422, errors: told });

  const { credentials, passkey } = await withPasskey();
  const { ticket } = await ticketFor(app, credentials);
  const signed = passkey.sign(await challengeFor(ticket), { origin: elsewhere });
  expect(await finish(ticket, signed)).toMatchObject({ status: 422, errors: told });
});

test('what was signed for another site, another sign-in, by another passkey or before is refused', async () => {
  const { credentials, passkey } = await withPasskey();
  const stranger = await withPasskey();
  const first = await ticketFor(app, credentials);
  const earlier = passkey.sign(await challengeFor(first.ticket));
  expect((await finish(first.ticket, earlier)).status).toBe(200);

  const { ticket } = await ticketFor(app, credentials);
  // Nothing was asked to be signed yet.
  expect(codeOf(await finish(ticket, earlier))).toBe('invalid_factor');
  const challenge = await challengeFor(ticket);
  expect(codeOf(await finish(ticket, earlier))).toBe('invalid_factor');
  expect(codeOf(await finish(ticket, passkey.sign(challenge, { origin: 'https://averin.example' })))).toBe(
    'invalid_factor',
  );
  expect(codeOf(await finish(ticket, stranger.passkey.sign(challenge)))).toBe('invalid_factor');
  expect((await finish(ticket, passkey.sign(challenge))).status).toBe(200);
});

test('a copy of a passkey is noticed by its counter', async () => {
  const { credentials, passkey } = await withPasskey();
  const used = await ticketFor(app, credentials);
  expect((await finish(used.ticket, passkey.sign(await challengeFor(used.ticket)))).status).toBe(200);
  const { ticket } = await ticketFor(app, credentials);
  const behind = passkey.sign(await challengeFor(ticket), { counted: false });
  expect(codeOf(await finish(ticket, behind))).toBe('invalid_factor');
});

test("nobody takes somebody's passkey for the own", async () => {
  const { passkey } = await withPasskey();
  const { token: session } = await app.signUp();
  const { setupId, options } = await begin(session);
  expect(codeOf(await add(session, setupId, passkey.register(options.challenge)))).toBe('invalid_factor');
});
