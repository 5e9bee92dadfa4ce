import { and, count, eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { FactorAdded, FactorCreate, Factors } from '../../contract/factors';
import { limits as most } from '../../contract/limits';
import { refusals } from '../../contract/refusals';
import { renewCredentials } from '../auth/credentials';
import { verifyOwnPassword } from '../auth/password-change';
import type { Tx } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { factors, recoveryCodes } from '../db/schema/second-factor';
import { sessions } from '../db/schema/sign-in';
import { Refusal, refuse } from '../errors/refusal';
import type { Actor, Caller } from '../request';
import { recordAudit } from '../writes/audit';
import {
  beginChallenge,
  type Challenge,
  endChallenge,
  findChallenge,
  lockPerson,
  setupOver,
} from './challenges';
import { invalidFactor } from './prove';
import type { FactorServices } from './services';
import { noSecondFactor } from './step-up';
import { listFactors, passkeysOf, readFactors, toFactor } from './stored';
import { newTotpSecret, stepOfCode, totpUri } from './totp';

type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;
type Own = Actor & { userId: string };

const wrongPassword = () => new Refusal('wrong_password', refusals.passwordNeeded, { field: 'password' });

interface Start {
  caller: Caller;
  /** Asked for when there is no second factor yet: a stolen token is not enough to lock the owner out with one. */
  password: string | undefined;
  gone: AbortSignal;
}

/** Begins to set up a factor. Throws `wrong_password` where the password is asked for. */
async function start(
  services: FactorServices,
  { caller, password, gone }: Start,
  purpose: 'totp' | 'passkey',
  make: (
    user: Person,
    known: Awaited<ReturnType<typeof readFactors>>,
  ) => Promise<Pick<Challenge, 'secret' | 'challenge'>>,
): Promise<string> {
  if (caller.factor === 'none')
    await verifyOwnPassword(services, caller, password ?? '', wrongPassword, gone);
  return services.database.transact(async ({ db }) => {
    const user = await lockPerson(db, caller.userId);
    if (!user) throw refuse.unauthorized();
    const known = await readFactors(db, user.id);
    const { secret, challenge } = await make(user, known);
    const parts = { ...(secret && { secret }), ...(challenge && { challenge }) };
    const asked = { userId: user.id, purpose, sessionId: caller.sessionId, ...parts };
    return beginChallenge(db, asked, user.credentialVersion);
  });
}

/** Begins to set up an authenticator app. */
export async function startTotp(services: FactorServices, how: Start) {
  const secret = newTotpSecret();
  const setupId = await start(services, how, 'totp', async ({ id }) => ({
    secret: services.secretBox.seal(secret, id),
    challenge: null,
  }));
  return { setupId, secret, uri: totpUri(secret, services.brand, how.caller.email) };
}

/** Begins to set up a passkey. */
export async function startPasskey(services: FactorServices, how: Start) {
  const { userId, email, firstName, lastName } = how.caller;
  const known = passkeysOf(await readFactors(services.database.db, userId));
  const owner = { userId, email, name: `${firstName} ${lastName}` };
  const options = await services.passkeys.registrationOptions(owner, known);
  const setupId = await start(services, how, 'passkey', async () => ({
    secret: null,
    challenge: options.challenge,
  }));
  return { setupId, options };
}

/** The columns of a factor that its owner has shown to work; none when it does not. */
async function shownToWork(
  { secretBox, passkeys }: FactorServices,
  { userId, secret, challenge }: Challenge,
  proof: FactorCreate['proof'],
): Promise<Partial<typeof factors.$inferInsert> | undefined> {
  if (proof.kind === 'totp') {
    const opened = secret === null ? undefined : secretBox.open(secret, userId);
    const lastStep = opened === undefined ? undefined : stepOfCode(opened, proof.code);
    // The step serves once: whoever has seen the code type in cannot sign in with it.
    return lastStep === undefined ? undefined : { secret, lastStep };
  }
  return challenge === null ? undefined : passkeys.checkRegistration(proof.response, challenge);
}

/**
 * Ends what stood on the earlier factors, other sessions above all, and lets pending withdrawals wait; answers until when,
 * if there are any. The session that made the change goes on, with the factor that was added as shown just now, or with
 * what had been shown in it before; a last one that was removed has never been.
 */
async function factorsChanged(
  { config }: FactorServices,
  tx: Tx,
  actor: Own,
  user: Person,
  { sessionId }: Caller,
  shown: 'now' | 'as before' | 'never',
): Promise<Date | undefined> {
  await requireSession(tx.db, { sessionId });
  const waitUntil = await renewCredentials(tx, actor, user, {
    kept: sessionId,
    hold: config.withdrawalHold,
  });
  if (shown !== 'as before') {
    await tx.db
      .update(sessions)
      .set({ factorAt: shown === 'now' ? sql`now()` : null })
      .where(eq(sessions.id, sessionId));
  }
  return waitUntil;
}

/**
 * Finishes setting up a factor; answers recovery codes with the first one. Throws `invalid_factor`, `conflict` when it was
 * begun too long ago, `quota_reached` when there are enough, `unauthorized` when the session has ended meanwhile.
 */
export async function addFactor(
  services: FactorServices,
  caller: Caller,
  actor: Own,
  { setupId, name, proof }: FactorCreate,
): Promise<FactorAdded> {
  return services.database.transact(async (tx) => {
    const { db } = tx;
    const user = await lockPerson(db, caller.userId);
    const begun = await findChallenge(db, caller.sessionId, proof.kind, setupId);
    if (!user || begun?.credentialVersion !== user.credentialVersion) throw setupOver();
    const known = await readFactors(db, user.id);
    if (known.length >= most.factors) throw new Refusal('quota_reached', refusals.factorsFull(known.length));
    const parts = await shownToWork(services, begun, proof);
    if (!parts) throw invalidFactor(proof.kind);
    if (!(await endChallenge(db, begun.id))) throw setupOver();
    const [added] = await db
      .insert(factors)
      .values({ id: uuid(), userId: user.id, kind: proof.kind, name, ...parts })
      .onConflictDoNothing()
      .returning();
    // A passkey that somebody has already.
    if (!added) throw invalidFactor(proof.kind);
    const codes = known.length === 0 ? await services.recoveryCodes.renew(db, user.id) : null;
    const waitUntil = await factorsChanged(services, tx, actor, user, caller, 'now');
    const factor = toFactor(added);
    recordAudit(tx, actor, {
      action: 'user.factor_added',
      subjectType: 'user',
      subjectId: user.id,
      after: { kind: factor.kind, name: factor.name },
    });
    services.outbox.enqueue(tx, services.mails.factorAdded(user, factor, new Date(), waitUntil));
    return { factor, recoveryCodes: codes };
  });
}

/**
 * Removes a factor, and the recovery codes with the last one. Throws `not_found`, and `conflict` for the last one of
 * somebody who needs one.
 */
export async function removeFactor(
  services: FactorServices,
  tx: Tx,
  caller: Caller,
  actor: Own,
  factorId: string,
): Promise<Factors> {
  const { db } = tx;
  const user = await lockPerson(db, caller.userId);
  const [removed] = await db
    .delete(factors)
    .where(and(eq(factors.id, factorId), eq(factors.userId, caller.userId)))
    .returning();
  if (!user || !removed) throw refuse.notFound();
  const [left] = await db.select({ count: count() }).from(factors).where(eq(factors.userId, user.id));
  const hasFactor = (left?.count ?? 0) > 0;
  const required = services.requiresFactor(user.type);
  if (!hasFactor && required) throw new Refusal('conflict', refusals.lastFactor);
  if (!hasFactor) await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  const waitUntil = await factorsChanged(
    services,
    tx,
    actor,
    user,
    caller,
    hasFactor ? 'as before' : 'never',
  );
  const { kind, name } = removed;
  recordAudit(tx, actor, {
    action: 'user.factor_removed',
    subjectType: 'user',
    subjectId: user.id,
    before: { kind, name },
  });
  services.outbox.enqueue(tx, services.mails.factorRemoved(user, { kind, name }, new Date(), waitUntil));
  return listFactors(db, user.id, required);
}

/** New recovery codes in place of the old ones. Throws `conflict` when there is no factor to recover. */
export async function makeRecoveryCodes(
  services: FactorServices,
  caller: Caller,
  actor: Own,
): Promise<string[]> {
  return services.database.transact(async (tx) => {
    const user = await lockPerson(tx.db, caller.userId);
    if (!user || (await readFactors(tx.db, user.id)).length === 0) throw noSecondFactor();
    await requireSession(tx.db, caller);
    const codes = await services.recoveryCodes.renew(tx.db, user.id);
    recordAudit(tx, actor, { action: 'user.recovery_codes_made', subjectType: 'user', subjectId: user.id });
    services.outbox.enqueue(tx, services.mails.recoveryCodesMade(user, new Date()));
    return codes;
  });
}
