import { isCodeMail } from '../../contract/mail-subjects';
import { errorBodySchema } from '../../contract/wire';
import { z } from '../../contract/zod';
import { buildRegistration } from '../builders';
import { NotSent } from '../history/clients';
import type { Reply, Request } from '../history/wire';
import { mailboxList } from '../support/mailbox';
import { patient } from '../support/patience';

const replySchema = z.object({ data: z.unknown() });
const mailsSchema = z.object({
  data: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
});

/** Sends one request; throws {@link NotSent} when nothing took it, and what `fetch` throws when no answer came. */
export async function exchange(
  address: string,
  { method, path, token, body, headers }: Omit<Request, 'token'> & { token?: string },
): Promise<Reply> {
  const response = await fetch(address + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patient(30_000)),
  }).catch((error: unknown) => {
    throw isConnectionRefused(error) ? new NotSent('Nothing listens', { cause: error }) : error;
  });
  const { status } = response;
  const answer = readJson(status, await response.text());
  return response.ok
    ? { status, data: replySchema.parse(answer).data, errors: [] }
    : { status, data: undefined, errors: errorBodySchema.parse(answer).errors };
}

/** A proxy in between answers in its own words; they are worth knowing. */
function readJson(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${status} with ${text.slice(0, 200)}`, { cause: error });
  }
}

function isConnectionRefused(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** Sends one request and answers its data; throws when it is refused, or not answered. */
export async function send(
  address: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<unknown> {
  const request = { method, path, body, headers: {}, ...(token !== undefined && { token }) };
  const { status, data, errors } = await exchange(address, request);
  if (errors.length > 0) throw new Error(`${status} ${errors.map(({ message }) => message).join('; ')}`);
  return data;
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

/** The id of whose token it is. */
export async function readUserId(address: string, token: string): Promise<string> {
  return z.object({ _id: z.string() }).parse(await send(address, 'GET', '/api/user', undefined, token))._id;
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
