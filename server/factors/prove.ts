import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { PasskeyAssertion, ProofOfFactor } from '../../contract/factors';
import { refusals } from '../../contract/refusals';
import type { Queries, Tx } from '../db/client';
import { factors } from '../db/schema/second-factor';
import { Refusal } from '../errors/refusal';
import { recordAudit } from '../writes/audit';
import type { StoredPasskey } from './passkeys';
import type { FactorServices } from './services';
import { passkeysOf, readFactors } from './stored';
import { stepOfCode } from './totp';

/** What was shown is wrong, used, or nobody's; which of these stays untold. */
export function invalidFactor(kind: ProofOfFactor['kind']): Refusal {
  if (kind === 'passkey') return new Refusal('invalid_factor', refusals.passkeyRefused);
  const message = kind === 'totp' ? refusals.invalidFactor : refusals.recoveryCodeRefused;
  return new Refusal('invalid_factor', message, { field: 'proof.code' });
}

/**
 * Uses a second factor of a person: a step of an authenticator app and a recovery code serve once, a passkey signs the
 * challenge that was made for this. Throws `invalid_factor`.
 */
export async function spendFactor(
  services: FactorServices,
  tx: Tx,
  person: { id: string; email: string },
  proof: ProofOfFactor,
  { challenge, requestId }: { challenge: string | null | undefined; requestId: string | undefined },
): Promise<void> {
  const used =
    proof.kind === 'totp'
      ? await spendTotp(services, tx, person.id, proof.code)
      : proof.kind === 'passkey'
        ? await spendPasskey(services, tx.db, person.id, proof.response, challenge)
        : await services.recoveryCodes.use(tx.db, person.id, proof.code);
  if (!used) throw invalidFactor(proof.kind);
  if (proof.kind !== 'recovery') return;
  recordAudit(
    tx,
    { userId: person.id, requestId, reason: undefined },
    { action: 'user.recovery_code_used', subjectType: 'user', subjectId: person.id },
  );
  services.outbox.enqueue(tx, services.mails.recoveryCodeUsed(person, new Date()));
}

async function spendTotp(
  services: FactorServices,
  { db }: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  for (const { id, secret } of await readFactors(db, userId)) {
    const opened = secret === null ? undefined : services.secretBox.open(secret, userId);
    const step = opened === undefined ? undefined : stepOfCode(opened, code);
    if (step === undefined) continue;
    const used = await db
      .update(factors)
      .set({ lastStep: step, lastUsedAt: sql`now()` })
      .where(and(eq(factors.id, id), or(isNull(factors.lastStep), lt(factors.lastStep, step))))
      .returning({ id: factors.id });
    if (used.length > 0) return true;
  }
  return false;
}

/** The passkey of a person that has signed the challenge, with the use counted; `undefined` when none of theirs has. */
export async function spendPasskey(
  { passkeys }: Pick<FactorServices, 'passkeys'>,
  db: Queries,
  userId: string,
  response: PasskeyAssertion,
  challenge: string | null | undefined,
): Promise<(StoredPasskey & { id: string }) | undefined> {
  const passkey = passkeysOf(await readFactors(db, userId)).find(
    ({ credentialId }) => credentialId === response.id,
  );
  if (!passkey || typeof challenge !== 'string') return undefined;
  const counter = await passkeys.checkAssertion(response, challenge, passkey);
  if (counter === undefined) return undefined;
  await db.update(factors).set({ counter, lastUsedAt: sql`now()` }).where(eq(factors.id, passkey.id));
  return passkey;
}
