import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isCodeMail } from '../../contract/mail-subjects';
import { type ErrorItem, errorBodySchema } from '../../contract/wire';
import { z } from '../../contract/zod';
import { ensureAuditor } from '../../server/auth/auditor';
import { ensureFirstAdmin } from '../../server/auth/first-admin';
import { createPasswords, type Passwords, type passwordCost } from '../../server/auth/passwords';
import { type AppOptions, buildApp } from '../../server/build-app';
import { readConfig } from '../../server/config';
import type { Database } from '../../server/db/client';
import { mailFolder } from '../../server/services';
import { seedDemoWallets } from '../../server/wallets/wallets';
import { buildRegistration } from '../builders';
import { liveEnvironment } from './live';
import { createMailReader, mailboxKey } from './mailbox';
import { patient } from './patience';
import {
  createTestDatabase,
  type PostgresConnection,
  type RoleConnections,
  type TestDatabase,
} from './test-database';

export const adminSignIn = { email: 'admin@example.com', password: liveEnvironment.ADMIN_PASSWORD };
/** Not there unless an application is started with `withAuditor`. */
export const auditorSignIn = { email: 'auditor@example.com', password: 'auditor password' };
export const withAuditor = { AUDITOR_EMAIL: auditorSignIn.email, AUDITOR_PASSWORD: auditorSignIn.password };

interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer of the API; `data` of a success, `errors` of a failure. */
export interface Answer {
  status: number;
  data: unknown;
  errors: ErrorItem[];
  headers: Record<string, unknown>;
}

interface TestAppOptions extends Pick<AppOptions, 'pages' | 'log' | 'reads' | 'resources' | 'checksReplies'> {
  /** 'slow' as in production, for what is about the time or the crowd at it. */
  hashing?: 'quick' | 'slow';
  /** The database, which is dropped at the end; one of its own otherwise. */
  own?: TestDatabase;
}

/** The least that argon2 allows: most tests hash a password on their way to something else. */
const quickHashing: typeof passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export interface TestApp {
  app: FastifyInstance;
  /** As the server has it. */
  database: Database;
  /** For what the server may not. */
  superuser: Database;
  /** Of `database`. */
  connection: PostgresConnection;
  connections: RoleConnections;
  dataDir: string;
  /** As the server has it: what hashes and verifies passwords. */
  passwords: Passwords;
  call(method: string, url: string, options?: CallOptions): Promise<Answer>;
  /** Mail of demo mode to an address, newest first. */
  mailsTo(email: string): Promise<{ subject: string; text: string }[]>;
  /** The newest code mailed to an address; waits until there are at least `count` mails with one. */
  codeFor(email: string, count?: number): Promise<string>;
  /** Registers and verifies a new investor and answers the token. */
  signUp(
    overrides?: Parameters<typeof buildRegistration>[0],
  ): Promise<{ token: string; userId: string; email: string }>;
  signInAsAdmin(): Promise<string>;
  signInAsAuditor(): Promise<string>;
  close(): Promise<void>;
}

/** Whether a body is sent as it is. */
const isWritten = (body: unknown) => typeof body === 'string' || Buffer.isBuffer(body);

/** The server as `npm start` makes it, on a database of its own, with the environment and the options given. */
export async function startTestApp(
  environment: NodeJS.ProcessEnv = {},
  { hashing = 'quick', own, ...options }: TestAppOptions = {},
): Promise<TestApp> {
  const { database, superuser, connection, connections, drop } = own ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'averin-data-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    DEV_MAILBOX_KEY: mailboxKey,
    ADMIN_EMAIL: adminSignIn.email,
    ADMIN_PASSWORD: adminSignIn.password,
    ...environment,
  });
  const passwords = await createPasswords(hashing === 'quick' ? quickHashing : undefined);
  await ensureFirstAdmin(database, passwords, config);
  await ensureAuditor(database, passwords, config);
  await seedDemoWallets(database);
  const app = await buildApp({ config, database, passwords, checksReplies: true, ...options });
  const readMails = createMailReader(mailFolder(config));

  async function call(method: string, url: string, options: CallOptions = {}): Promise<Answer> {
    const { token, body, headers } = options;
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: isWritten(body) ? body : JSON.stringify(body) }),
    });
    const json: unknown = response.body === '' ? {} : JSON.parse(response.body);
    const failed = errorBodySchema.safeParse(json);
    return {
      status: response.statusCode,
      data: typeof json === 'object' && json !== null && 'data' in json ? json.data : undefined,
      errors: failed.success ? failed.data.errors : [],
      headers: response.headers,
    };
  }

  async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
    return readMails().filter(({ to }) => to === email);
  }

  async function codeFor(email: string, count = 1): Promise<string> {
    for (let waited = 0; waited < patient(30_000); waited += 20) {
      const mails = (await mailsTo(email)).filter(({ subject }) => isCodeMail(subject));
      const code = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0];
      if (mails.length >= count && code !== undefined) return code;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`No code came for ${email}`);
  }

  async function signUp(overrides: Parameters<typeof buildRegistration>[0] = {}) {
    const registration = buildRegistration({ email: `${randomUUID()}@example.com`, ...overrides });
    const { email } = registration;
    await call('POST', '/api/user/create', { body: registration });
    const otp = await codeFor(email);
    const verified = await call('POST', '/api/auth/verify-email', { body: { email, otp } });
    const token = z.string().parse(verified.data);
    const user = await call('GET', '/api/user', { token });
    return { token, email, userId: z.object({ _id: z.string() }).parse(user.data)._id };
  }

  async function signIn(body: object): Promise<string> {
    return z.string().parse((await call('POST', '/api/user/login', { body })).data);
  }

  return {
    app,
    database,
    superuser,
    connection,
    connections,
    dataDir,
    passwords,
    call,
    mailsTo,
    codeFor,
    signUp,
    signInAsAdmin: () => signIn(adminSignIn),
    signInAsAuditor: () => signIn(auditorSignIn),
    async close() {
      await app.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
