import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCodeMail } from '../../contract/mail-subjects';
import { z } from '../../contract/zod';
import { buildRegistration } from '../builders';
import { freePort } from './free-port';
import { mailboxKey, mailboxList } from './mailbox';
import { patient } from './patience';

const adminSignIn = { email: 'admin@example.com', password: 'admin password' };
const mailsSchema = z.object({
  data: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
});

/** The server of a copy of the product, from its sources and on an embedded database of its own; it has no pages. */
export class CopyServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
    private readonly address: string,
  ) {}

  /** Starts it and waits until its database answers. */
  static async start(folder: string): Promise<CopyServer> {
    const port = await freePort();
    const dataDir = mkdtempSync(join(tmpdir(), 'averin-copy-'));
    let printed = '';
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        PORT: String(port),
        RATE_LIMITS: 'off',
        DEV_MAILBOX_KEY: mailboxKey,
        LOG_LEVEL: 'fatal',
        ADMIN_EMAIL: adminSignIn.email,
        ADMIN_PASSWORD: adminSignIn.password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
    }
    const server = new CopyServer(child, dataDir, `http://127.0.0.1:${port}`);
    const begun = performance.now();
    for (;;) {
      const answer = await fetch(`${server.address}/api/ready`).catch(() => undefined);
      if (answer?.ok) return server;
      if (child.exitCode !== null || performance.now() - begun > patient(60_000)) {
        await server.stop();
        throw new Error(`The copy does not answer:\n${printed}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The data of an answer; throws the whole answer of a failure. */
  async call(method: string, path: string, token?: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return z.object({ data: z.unknown() }).parse(JSON.parse(text)).data;
  }

  async signInAsAdmin(): Promise<string> {
    return z.string().parse(await this.call('POST', '/api/user/login', undefined, adminSignIn));
  }

  /** Registers and verifies an investor; answers the token. */
  async signUp(): Promise<string> {
    const email = `${randomUUID()}@example.com`;
    await this.call('POST', '/api/user/create', undefined, buildRegistration({ email }));
    const otp = await this.codeFor(email);
    return z.string().parse(await this.call('POST', '/api/auth/verify-email', undefined, { email, otp }));
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = new Promise((resolve) => this.child.on('exit', resolve));
      this.child.kill('SIGTERM');
      await gone;
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async codeFor(email: string): Promise<string> {
    for (let waited = 0; waited < patient(30_000); waited += 50) {
      const { data } = mailsSchema.parse(await (await fetch(this.address + mailboxList)).json());
      const mail = data.find(({ to, subject }) => to === email && isCodeMail(subject));
      const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
      if (code !== undefined) return code;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`No code came for ${email}`);
  }
}
