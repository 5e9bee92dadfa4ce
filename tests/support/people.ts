import { randomUUID } from 'node:crypto';
import { z } from '../../contract/zod';
import { patient } from './patience';
import type { Answer, TestApp } from './test-app';

/** What an administrator gives with each act on people. */
export const because = (reason = 'They asked for it') => ({ 'x-reason': encodeURIComponent(reason) });

export const invitedPassword = 'a long password of the own';

/** The token of the newest link that was mailed to an address, once `count` of them have come. */
export async function invitationFor(
  app: Pick<TestApp, 'mailsTo'>,
  email: string,
  count = 1,
): Promise<string> {
  for (let waited = 0; waited < patient(30_000); waited += 20) {
    const links = (await app.mailsTo(email)).flatMap(
      ({ text }) => /\/auth\/invitation#([\w-]+)/.exec(text)?.[1] ?? [],
    );
    const [newest] = links;
    if (links.length >= count && newest !== undefined) return newest;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`No invitation came for ${email}`);
}

/** Invites somebody of a new address. */
export async function invite(
  app: TestApp,
  token: string,
  type: 'admin' | 'auditor' = 'admin',
  email = `${randomUUID()}@example.com`,
): Promise<{ email: string; answer: Answer }> {
  const body = { email, type };
  const answer = await app.call('POST', '/api/admin/invitations', { token, body, headers: because() });
  return { email, answer };
}

export const accept = (app: TestApp, token: string, password = invitedPassword) =>
  app.call('PUT', '/api/auth/invitation', {
    body: { token, firstName: 'Grace', lastName: 'Hopper', password },
  });

/** Another administrator, or an auditor, signed in. */
export async function letIn(app: TestApp, by: string, type: 'admin' | 'auditor' = 'admin') {
  const { email } = await invite(app, by, type);
  const token = z.string().parse((await accept(app, await invitationFor(app, email))).data);
  const { data } = await app.call('GET', '/api/user', { token });
  return { token, email, password: invitedPassword, userId: z.object({ _id: z.string() }).parse(data)._id };
}
