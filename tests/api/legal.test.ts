import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agreements, LegalDocument } from '../../contract/legal';
import { screens } from '../../contract/paths';
import type { Site } from '../../contract/site';
import { buildApp } from '../../server/build-app';
import { readConfig } from '../../server/config';
import { buildRegistration } from '../builders';
import { auditOf } from '../support/audit';
import { makeFakePages } from '../support/fake-pages';
import { startTestApp, type TestApp, withAuditor } from '../support/test-app';
import { authCalls, newEmail } from './auth-calls';

const terms: LegalDocument = {
  document: 'terms',
  title: 'Terms',
  version: '2026-01-01',
  path: screens.terms,
};
const risk: LegalDocument = { document: 'risk', title: 'Risk notice', version: '1', path: screens.risk };
const newTerms: LegalDocument = { ...terms, version: '2026-02-01', changes: 'Withdrawals cost nothing.' };
const both = { terms: terms.version, risk: risk.version };

type Pages = Awaited<ReturnType<typeof makeFakePages>>;
const made: Pages[] = [];
async function pagesWith(documents: Site['documents']): Promise<Pages> {
  const pages = await makeFakePages({ documents });
  made.push(pages);
  return pages;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(withAuditor, await pagesWith([terms, risk]));
});
afterAll(async () => {
  await app.close();
  for (const { remove } of made) await remove();
});

const auth = authCalls(() => app);
const own = (token: string) => app.call('GET', '/api/user/documents', { token });
const accept = (token: string, body: object) => app.call('POST', '/api/user/documents', { token, body });
const open = (data: unknown) => (data as Agreements).open.map(({ document }) => document);
const accepted = (data: unknown) =>
  (data as Agreements).accepted.map(({ document, version }) => `${document} ${version}`);
const events = async (userId: string) =>
  (await auditOf(app, { action: 'user.documents_accepted', subjectId: userId })).map(({ after }) => after);

describe('the documents in force', () => {
  test('are public, each with its version and the address of its page', async () => {
    const { status, data } = await app.call('GET', '/api/legal');
    expect([status, data]).toEqual([200, [terms, risk]]);
    const page = await app.app.inject(screens.terms);
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("script-src 'self' 'sha256-YXBw'");
    expect(page.body).toContain(`<p>${new Date().getFullYear()}</p>`);
  });

  test('are in the sitemap; one that there is not is no page', async () => {
    expect((await app.app.inject('/sitemap.xml')).body).toContain(`${screens.terms}</loc>`);
    const missing = await app.app.inject({ url: screens.privacy, headers: { accept: 'text/html' } });
    expect(missing.statusCode).toBe(404);
  });
});

describe('who registers', () => {
  test('and agrees has agreed since then, once the address is verified', async () => {
    const email = newEmail();
    await auth.register(email, { acceptedDocuments: both });
    await app.superuser.pool.query(
      `update pending_registrations set created_at = '2026-01-02T03:04:05Z' where email = $1`,
      [email],
    );
    const verified = await auth.verify(email, await app.codeFor(email));
    const token = String(verified.data);
    const { data } = await own(token);
    const acceptedAt = '2026-01-02T03:04:05.000Z';
    expect(data).toEqual({
      accepted: [
        { document: 'risk', version: '1', acceptedAt },
        { document: 'terms', version: '2026-01-01', acceptedAt },
      ],
      open: [],
    });
    const { _id } = (await app.call('GET', '/api/user', { token })).data as { _id: string };
    expect(await events(_id)).toEqual([both]);
  });

  test('without a word of it has agreed to nothing, and is let in', async () => {
    const { token, userId } = await app.signUp();
    const { data } = await own(token);
    expect([accepted(data), open(data)]).toEqual([[], ['terms', 'risk']]);
    expect(await events(userId)).toEqual([]);
  });

  test('and agrees to some is asked for the rest', async () => {
    const { token } = await app.signUp({ acceptedDocuments: { risk: '1' } });
    expect(open((await own(token)).data)).toEqual(['terms']);
  });

  test.each([
    ['another version than the one in force', { terms: '2025-01-01' }, 'acceptedDocuments.terms'],
    ['a document that is not there', { privacy: '1' }, 'acceptedDocuments.privacy'],
  ])('and agrees to %s is told which', async (_, acceptedDocuments, field) => {
    const { status, errors } = await auth.register(newEmail(), { acceptedDocuments });
    expect([status, errors[0]?.code, errors[0]?.field]).toEqual([422, 'validation', field]);
  });

  test('and agrees to what nobody knows is refused', async () => {
    const { status, errors } = await auth.register(newEmail(), { acceptedDocuments: { cookies: '1' } });
    expect(status).toBe(422);
    expect(errors[0]?.message).toContain('cookies');
  });
});

describe('the signed-in investor', () => {
  test('agrees once: again is the same, and one event', async () => {
    const { token, userId } = await app.signUp();
    const first = await accept(token, both);
    expect([first.status, open(first.data)]).toEqual([200, []]);
    const again = await accept(token, both);
    expect(again.data).toEqual(first.data);
    await Promise.all([accept(token, both), accept(token, both)]);
    expect(await events(userId)).toEqual([both]);
  });

  test.each([
    ['an old version', { terms: '2025-01-01' }, 'terms'],
    ['a document that is not there', { privacy: '1' }, 'privacy'],
    ['nothing', {}, undefined],
  ])('cannot agree to %s', async (_, body, field) => {
    const { token } = await app.signUp();
    const { status, errors } = await accept(token, body);
    expect([status, errors[0]?.field]).toEqual([422, field]);
    expect(accepted((await own(token)).data)).toEqual([]);
  });

  test('cannot be read by a stranger; administrators are not asked, and see what others agreed to', async () => {
    const { userId } = await app.signUp({ acceptedDocuments: both });
    const admin = await app.signInAsAdmin();
    expect((await app.call('GET', '/api/user/documents')).status).toBe(401);
    expect((await own(admin)).status).toBe(403);
    expect((await accept(admin, both)).status).toBe(403);
    for (const token of [admin, await app.signInAsAuditor()]) {
      const { status, data } = await app.call('GET', `/api/user/${userId}/documents`, { token });
      expect([status, accepted(data)]).toEqual([200, ['risk 1', 'terms 2026-01-01']]);
    }
    const me = (await app.call('GET', '/api/user', { token: admin })).data as { _id: string };
    const { data } = await app.call('GET', `/api/user/${me._id}/documents`, { token: admin });
    expect(data).toEqual({ accepted: [], open: [] });
  });

  test('what was agreed to cannot be changed or deleted', async () => {
    await app.signUp({ acceptedDocuments: both });
    for (const change of ["update legal_acceptances set version = '2'", 'delete from legal_acceptances']) {
      await expect(app.database.pool.query(change)).rejects.toThrow(/permission denied/);
      await expect(app.superuser.pool.query(change)).rejects.toThrow(/append-only/);
    }
  });
});

test('a new version asks again whoever agreed to the one before, and keeps both', async () => {
  const { token } = await app.signUp({ acceptedDocuments: both });
  const waiting = newEmail();
  await auth.register(waiting, { acceptedDocuments: both });
  const code = await app.codeFor(waiting);

  // The same data, served by the next build.
  const next = await buildApp({
    config: readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }),
    database: app.database,
    ...(await pagesWith([newTerms, risk])),
  });
  const call = async (method: 'GET' | 'POST', url: string, payload: object | undefined, bearer: string) =>
    next.inject({ method, url, ...(payload && { payload }), headers: { authorization: `Bearer ${bearer}` } });
  try {
    const asked = (await call('GET', '/api/user/documents', undefined, token)).json().data;
    expect([asked.open, accepted(asked)]).toEqual([[newTerms], ['risk 1', 'terms 2026-01-01']]);
    expect((await call('POST', '/api/user/documents', { terms: terms.version }, token)).statusCode).toBe(422);
    const agreed = await call('POST', '/api/user/documents', { terms: newTerms.version }, token);
    expect(open(agreed.json().data)).toEqual([]);
    expect(accepted(agreed.json().data)).toEqual(['terms 2026-02-01', 'risk 1', 'terms 2026-01-01']);

    // Who agreed to the old version before the restart, and verifies after it, did agree to the old one.
    const verified = await next.inject({
      method: 'POST',
      url: '/api/auth/verify-email',
      payload: { email: waiting, otp: code },
    });
    const late = (await call('GET', '/api/user/documents', undefined, verified.json().data)).json().data;
    expect([open(late), accepted(late)]).toEqual([['terms'], ['risk 1', 'terms 2026-01-01']]);
  } finally {
    await next.close();
  }
});

test('a server without pages has no documents, asks for none and takes none', async () => {
  const bare = await startTestApp();
  try {
    expect((await bare.call('GET', '/api/legal')).data).toEqual([]);
    const { token } = await bare.signUp();
    expect((await bare.call('GET', '/api/user/documents', { token })).data).toEqual({
      accepted: [],
      open: [],
    });
    const body = buildRegistration({ email: newEmail(), acceptedDocuments: both });
    expect((await bare.call('POST', '/api/user/create', { body })).status).toBe(422);
  } finally {
    await bare.close();
  }
});
