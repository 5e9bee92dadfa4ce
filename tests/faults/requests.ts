import { isCodeMail } from '../../contract/messages';
import { type ErrorItem, errorBodySchema } from '../../contract/wire';
import { z } from '../../contract/zod';
import { buildRegistration } from '../builders';
import { mailboxList } from '../support/mailbox';
import { patient } from '../support/patience';

const replySchema = z.object({ data: z.unknown() });
const mailsSchema = z.object({
  data: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
});

/** An answer that is no success. */
export class HttpRefusal extends Error {
  constructor(
    readonly status: number,
    readonly errors: readonly ErrorItem[],
  ) {
    super(`${status} ${errors.map(({ message }) => message).join('; ')}`);
  }

  /** Whether sending the same again is the thing to do. A 500 is a mistake of ours, whatever was killed. */
  get passes(): boolean {
    return this.status === 503 || this.errors.some(({ code }) => code === 'idempotency_in_flight');
  }
}

/** Sends one request and answers its data; throws {@link HttpRefusal}, or what `fetch` throws without an answer. */
export async function send(
  address: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(address + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patient(30_000)),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new HttpRefusal(response.status, errorBodySchema.parse(answer).errors);
  return replySchema.parse(answer).data;
}

/** Signs in and answers the token. */
export async function signIn(address: string, who: { email: string; password: string }): Promise<string> {
  return z.string().parse(await send(address, 'POST', '/api/user/login', who));
}

/** Registers, and verifies with the code that `textOf` finds in the mail; answers the token. */
export async function signUp(
  address: string,
  email: string,
  textOf: (email: string) => Promise<string>,
): Promise<string> {
  await send(address, 'POST', '/api/user/create', buildRegistration({ email }));
  const otp = /\b\d{6}\b/.exec(await textOf(email))?.[0];
  return z.string().parse(await send(address, 'POST', '/api/auth/verify-email', { email, otp }));
}

/** Waits for a mail with a code in the dev mailbox and answers its text. */
export async function textInDevMailbox(address: string, email: string): Promise<string> {
  for (let waited = 0; waited < patient(60_000); waited += 50) {
    const mails = mailsSchema.parse(await (await fetch(address + mailboxList)).json());
    const found = mails.data.find(({ to, subject }) => to === email && isCodeMail(subject));
    if (found) return found.text;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No code came for ${email}`);
}
