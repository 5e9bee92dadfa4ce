import { eq, sql } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { signInStepSchema, totpSetupSchema } from '../../contract/factors';
import { z } from '../../contract/zod';
import { factors } from '../../server/db/schema/second-factor';
import { sessions } from '../../server/db/schema/sign-in';
import type { TestApp } from './test-app';

/** Milliseconds. */
const step = 30_000;

/** The code an authenticator app shows so many steps from now. */
export const totpCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * step });

/** As if the steps used so far were long ago. */
export async function forgetSteps({ database }: TestApp, userId: string): Promise<void> {
  await database.db.update(factors).set({ lastStep: null }).where(eq(factors.userId, userId));
}

/** As if the second factor had been shown so long ago in every session of a person. */
export async function ageFactor({ database }: TestApp, userId: string, minutes: number): Promise<void> {
  await database.db
    .update(sessions)
    .set({ factorAt: sql`${sessions.factorAt} - ${minutes} * interval '1 minute'` })
    .where(eq(sessions.userId, userId));
}

const idOf = (data: unknown) => z.object({ _id: z.string() }).parse(data)._id;

/** Sets up an authenticator app in a session; answers its secret and the recovery codes. */
export async function setUpTotp(app: TestApp, token: string, password?: string, name = 'Phone') {
  const begun = await app.call('POST', '/api/user/factors/totp', {
    token,
    body: password ? { password } : {},
  });
  const { setupId, secret } = totpSetupSchema.parse(begun.data);
  const proof = { kind: 'totp', code: totpCode(secret) };
  const added = await app.call('POST', '/api/user/factors', { token, body: { setupId, name, proof } });
  const { factor, recoveryCodes } = z
    .object({ factor: z.object({ _id: z.string() }), recoveryCodes: z.array(z.string()).nullable() })
    .parse(added.data);
  await forgetSteps(app, idOf((await app.call('GET', '/api/user', { token })).data));
  return { secret, factorId: factor._id, recoveryCodes: recoveryCodes ?? [] };
}

/** The ticket and the kinds that a sign-in with the right password is refused with. */
export async function ticketFor(app: TestApp, credentials: { email: string; password: string }) {
  const refused = await app.call('POST', '/api/user/login', { body: credentials });
  return signInStepSchema.parse(refused.errors[0]?.signIn);
}
