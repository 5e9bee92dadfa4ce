import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transactionSchema } from '../../contract/transaction';
import type { ProfileUpdate } from '../../contract/user';
import { z } from '../../contract/zod';
import { resetFactors } from '../../server/factors/reset';
import { brandOf, createMails } from '../../server/mail/messages';
import { createOutbox } from '../../server/mail/outbox';
import { mailFolder } from '../../server/services';
import { buildDeposit, buildRegistration, buildWithdrawal } from '../builders';
import { picture } from './images';
import { plainMail } from './plain-mail';
import { setUpTotp } from './second-factor';
import type { TestApp } from './test-app';

/** Each field of the profile, as nobody else has it. */
export const profileMarks = {
  firstName: 'Wilhelmina',
  lastName: 'Quartzberger',
  phoneNumber: '+49 7071 5550177',
  country: 'Markland',
  dob: '1931-07-19',
} as const satisfies Readonly<Record<keyof ProfileUpdate, string>>;

/** What nobody else has: wherever one of these is found, something of the marked person is. */
export const marks = {
  ...profileMarks,
  email: 'wilhelmina.quartzberger@marks.example.com',
  ip: '203.0.113.77',
  userAgent: 'MarkedBrowser/7.7 (Quartz OS)',
  wallet: '1MarkedWithdrawa1WaLLetXYZabcdefgh',
  kept: '0x52908400098527886E0F7030069857D2E4169EE7',
  label: 'Aunt Quartzina',
  factor: 'Phone of Quartzina',
  claim: 'feedfacecafebeef0000000000000000markedclaim',
  reason: 'A letter of Mrs Quartzberger',
} as const;

const headersOf = (reason: string) => ({ 'x-reason': encodeURIComponent(reason) });

export interface MarkedPerson {
  userId: string;
  token: string;
  transactions: string[];
}

/** Has a person do, and have done to them, all that leaves something about them anywhere, from an address and a browser of their own. */
export async function makeMarkedPerson(app: TestApp, admin: string): Promise<MarkedPerson> {
  async function call(
    method: 'POST' | 'PUT' | 'GET',
    url: string,
    body?: object,
    token?: string,
    type?: string,
  ) {
    const response = await app.app.inject({
      method,
      url,
      remoteAddress: marks.ip,
      headers: {
        'user-agent': marks.userAgent,
        'idempotency-key': `marked-${Math.random()}`,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        'content-type': type ?? 'application/json',
      },
      ...(body !== undefined && { payload: body }),
    });
    return z.object({ data: z.unknown().optional() }).parse(response.json());
  }
  const registration = buildRegistration({
    firstName: marks.firstName,
    lastName: marks.lastName,
    email: marks.email,
    phoneNumber: marks.phoneNumber,
    country: marks.country,
  });
  const { email, password } = registration;
  await call('POST', '/api/user/create', registration);
  const code = await app.codeFor(email);
  const token = z.string().parse((await call('POST', '/api/auth/verify-email', { email, otp: code })).data);
  const userId = z
    .object({ _id: z.string() })
    .parse((await call('GET', '/api/user', undefined, token)).data)._id;
  await call('PUT', '/api/user', { ...profileMarks, firstName: `${marks.firstName} Maria` }, token);
  await call('PUT', '/api/user', { firstName: marks.firstName }, token);
  await call('POST', '/api/user/login', { email, password: 'not the password' });
  await call('POST', '/api/user/login', { email, password });

  const proof = z
    .object({ imageUrl: z.string() })
    .parse((await call('POST', '/api/proofs', await picture().jpeg().toBuffer(), token, 'image/jpeg')).data);
  const deposit = transactionSchema.parse(
    (
      await call(
        'POST',
        '/api/transaction/create',
        buildDeposit({ amount: 700, transactionId: marks.claim, imageUrl: proof.imageUrl }),
        token,
      )
    ).data,
  );
  const asAdmin = (method: string, url: string, body: object) =>
    app.call(method, url, {
      token: admin,
      body,
      headers: { ...headersOf(marks.reason), 'idempotency-key': `admin-${Math.random()}` },
    });
  await asAdmin('PUT', `/api/transaction/${deposit._id}`, { status: 'CONFIRMED' });
  await call(
    'POST',
    '/api/account/addresses',
    { label: marks.label, crypto: 'ethereum', address: marks.kept },
    token,
  );
  const withdrawal = transactionSchema.parse(
    (
      await call(
        'POST',
        '/api/transaction/create',
        buildWithdrawal({ amount: 700, wallet: marks.wallet }),
        token,
      )
    ).data,
  );
  await asAdmin('PUT', `/api/transaction/${withdrawal._id}`, { status: 'CONFIRMED' });
  await asAdmin('PUT', `/api/account/${userId}`, { profit: 12.34 });
  await asAdmin('PUT', `/api/account/${userId}/frozen`, { frozen: true });

  await setUpTotp(app, token, password, marks.factor);
  // Mails to the administrators, which name the address.
  const services = {
    database: app.database,
    outbox: createOutbox(() => {}, plainMail),
    mails: createMails(
      'http://127.0.0.1',
      brandOf('Averin <no-reply@example.com>'),
      () => 'http://127.0.0.1/auth/not-me',
    ),
    hold: 0,
  };
  await resetFactors(services, email);
  await call('POST', '/api/user/login', { email, password });
  const again = z.string().parse((await call('POST', '/api/user/login', { email, password })).data);
  await setUpTotp(app, again, password, marks.factor);
  // What waits for a second administrator, and what the owner reported by the link of a mail.
  await asAdmin('DELETE', `/api/user/${userId}/factors`, {});
  await app.superuser.pool.query(
    `insert into takeover_reports (id, user_id, link_hash, about, mailed_at, network, device)
     values (gen_random_uuid(), $1, 'hash', 'new_sign_in', now(), $2, $3)`,
    [userId, marks.ip, marks.userAgent],
  );
  // A reset of the password that is under way, and strangers who register with the address.
  await call('POST', '/api/auth/resendOTP', { email, activity: 'reset_password' });
  await call('POST', '/api/user/create', registration);
  await app.superuser.pool.query(
    `insert into pending_registrations (id, email, first_name, last_name, phone_number, country, password_hash, network)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, '', $6)`,
    [email, marks.firstName, marks.lastName, marks.phoneNumber, marks.country, marks.ip],
  );
  // What a limit keeps of somebody whom it does not know.
  await app.superuser.pool.query(
    `insert into security_events (kind, ip, network, device, detail) values ('limit_hit', $1, $1, $2, 'login')`,
    [marks.ip, marks.userAgent],
  );
  return { userId, token: again, transactions: [deposit._id, withdrawal._id] };
}

/** Where marks are found: tables and columns of the database, and files of the mail folder. */
export async function findMarks(app: TestApp): Promise<string[]> {
  const wanted = [...Object.values(marks), marks.dob.replaceAll('-', '')].flatMap((mark) => {
    // As bytes are written in JSON.
    const hex = Buffer.from(mark).toString('hex');
    // Whoever guesses a mark makes its plain hash.
    const hash = createHash('sha256').update(mark);
    const hashes = (['hex', 'base64', 'base64url'] as const).map((as) =>
      hash.copy().digest(as).toLowerCase(),
    );
    return [mark.toLowerCase(), hex, ...hashes];
  });
  const has = (text: string) => wanted.find((mark) => text.toLowerCase().includes(mark));
  const found: string[] = [];
  const { rows: tables } = await app.superuser.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const { rows } = await app.superuser.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    );
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        const mark = has(JSON.stringify(value));
        if (mark) found.push(`${name}.${column}: ${mark}`);
      }
    }
  }
  for (const mail of await readMails(mailFolder({ dataDir: app.dataDir }))) {
    const mark = has(mail);
    if (mark) found.push(`mail: ${mark}`);
  }
  return [...new Set(found)].sort();
}

/** What the mails of a folder say. One may get its name meanwhile, or be removed: then all are read once more. */
export async function readMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  try {
    return await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return readMails(folder);
    throw error;
  }
}
