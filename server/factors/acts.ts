import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { ActQuestion } from '../../contract/acts';
import type { PasskeyAssertion } from '../../contract/factors';
import { limits } from '../../contract/limits';
import { z } from '../../contract/zod';
import type { Queries } from '../db/client';
import { users } from '../db/schema/people';
import { actProofs, pendingActs } from '../db/schema/second-factor';
import { aboutOf, digestOf, readTextKey } from '../db/text-key';
import { Refusal, refuse } from '../errors/refusal';
import type { Act, ActUse, Caller, Visitor } from '../request';
import { recordSecurityEvent } from '../security/events';
import { isAnswered, keyOfRow } from '../writes/idempotency';
import { type Described, describeAct, type Facts, PersonalText, textsOf } from './act-words';
import { canonicalJson, type Json } from './canonical-json';
import { lockPerson, setupOver } from './challenges';
import { invalidFactor, spendPasskey } from './prove';
import type { FactorServices } from './services';
import { noSecondFactor } from './step-up';
import { passkeysOf, readFactors } from './stored';

type PendingAct = typeof pendingActs.$inferSelect;

/** How long a question can be answered. */
const lifetime = sql`interval '10 minutes'`;
/** How long what was signed can be used. */
const signedLifetime = sql`${limits.stepUp} * interval '1 millisecond'`;

/** How the texts of an act are kept. */
interface Hiding {
  hide(field: string, text: string): string;
  /** Of its personal texts; none once somebody whom it is about is erased: nobody is to compare them any more. */
  textKey: Buffer | undefined;
}

/** The act as it is signed and kept: canonical JSON, its texts as the call's words say. */
function writeAct(
  { hide, textKey }: Hiding,
  userId: string,
  act: Act,
  { on, about }: Pick<Described, 'on' | 'about'>,
): string {
  const { plain = [], personal = [] } = textsOf(act);

  const keyed = (field: string, text: string): Json =>
    textKey === undefined ? { hidden: hide(field, text) } : { keyed: digestOf(textKey, text) };

  function told(facts: Facts): Json {
    if (facts instanceof PersonalText) return keyed('on', facts.text);
    if (isList(facts)) return facts.map(told);
    if (typeof facts !== 'object' || facts === null) return facts;
    return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, told(fact)]));
  }

  function kept(value: unknown, field: string): Json {
    if (value === null || value === undefined) return null;
    if (typeof value === 'boolean' || typeof value === 'number') return value;
    if (Array.isArray(value)) return value.map((each) => kept(each, field));
    if (typeof value === 'object' && !(value instanceof Date)) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      return Object.fromEntries(members.map(([name, member]) => [name, kept(member, name)]));
    }
    const text = value instanceof Date ? value.toISOString() : String(value);
    if (plain.includes(field)) return text;
    return personal.includes(field) ? keyed(field, text) : { hidden: hide(field, text) };
  }

  const { call, method, path, params, query, body, ifMatch, reason } = act;
  return canonicalJson({
    v: 2,
    by: userId,
    about,
    call,
    method,
    path,
    // Ids, and words of the contract.
    params: Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)])),
    query: kept(query, 'query'),
    ifMatch: ifMatch ?? null,
    reason: reason === undefined ? null : keyed('reason', reason),
    body: kept(body, 'body'),
    on: told(on),
  });
}

const isList = (facts: Facts): facts is readonly Facts[] => Array.isArray(facts);

/** What a passkey signs: SHA-256 of the nonce and the SHA-256 of the act. */
const challengeOf = (nonce: Buffer, act: string) =>
  createHash('sha256').update(nonce).update(createHash('sha256').update(act).digest()).digest();

/**
 * Asks whether a person means an act: says what it would do, and what a passkey is to sign for it. Throws `conflict`
 * for somebody without a second factor, `not_found` when there is nothing to act on.
 */
export async function askAct(services: FactorServices, caller: Caller, act: Act): Promise<ActQuestion> {
  const { database, passkeys, hideText } = services;
  const { userId, sessionId } = caller;
  const known = await readFactors(database.db, userId);
  if (known.length === 0) throw noSecondFactor();
  const { summary, ...described } = await describeAct(database.db, userId, act);
  const owned = passkeysOf(known);
  if (owned.length === 0) return { summary, passkey: null };
  const [nonce, blind] = [randomBytes(32), randomBytes(32)];
  const hiding = {
    hide: (field: string, text: string) => hideText(blind, field, text),
    textKey: await readTextKey(database, nonce, described.about),
  };
  const written = writeAct(hiding, userId, act, described);
  const options = await passkeys.assertionOptions(owned, challengeOf(nonce, written));
  const id = uuid();
  await database.transact(async ({ db }) => {
    const user = await lockPerson(db, userId);
    if (!user) throw refuse.unauthorized();
    await db.insert(pendingActs).values({
      ...{ id, userId, sessionId, act: written, nonce, blind },
      credentialVersion: user.credentialVersion,
      expiresAt: sql`now() + ${lifetime}`,
    });
  });
  return { summary, passkey: { actId: id, options } };
}

/** A pending act of the session, locked, unless it is too old or the password or the factors have changed since. */
async function lockPending(db: Queries, { sessionId, userId }: Caller, id: string) {
  const [found] = await db
    .select({ pending: pendingActs })
    .from(pendingActs)
    .innerJoin(users, eq(users.id, pendingActs.userId))
    .where(
      and(
        eq(pendingActs.id, id),
        eq(pendingActs.sessionId, sessionId),
        eq(pendingActs.userId, userId),
        eq(pendingActs.credentialVersion, users.credentialVersion),
        gt(pendingActs.expiresAt, sql`now()`),
      ),
    )
    .for('update', { of: pendingActs });
  return found?.pending;
}

/**
 * Takes what a passkey has signed for an act, once; answers what the act is to be sent with. Throws `invalid_factor`, and
 * `conflict` when the question is too old, answered, or another session's.
 */
export async function signAct(
  { database, ...services }: FactorServices,
  caller: Caller,
  actId: string,
  response: PasskeyAssertion,
  visitor: Visitor,
): Promise<string> {
  const { userId, email } = caller;
  try {
    return await database.transact(async ({ db }) => {
      const user = await lockPerson(db, userId);
      const pending = user && (await lockPending(db, caller, actId));
      if (!pending || pending.signature !== null) throw setupOver();
      const challenge = challengeOf(pending.nonce, pending.act).toString('base64url');
      const passkey = await spendPasskey(services, db, userId, response, challenge);
      if (!passkey) throw invalidFactor('passkey');
      const { authenticatorData, clientDataJSON, signature } = response.response;
      const publicKey = passkey.publicKey.toString('base64url');
      const signed = { factorId: passkey.id, publicKey, authenticatorData, clientDataJSON, signature };
      await db
        .update(pendingActs)
        .set({ signature: signed, expiresAt: sql`now() + ${signedLifetime}` })
        .where(and(eq(pendingActs.id, pending.id), isNull(pendingActs.signature)));
      return pending.id;
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_factor') {
      await recordSecurityEvent(database.db, visitor, { kind: 'factor_refused', userId, email });
    }
    throw error;
  }
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');
const bytesOf = (text: string) => Buffer.from(text, 'base64url');

/**
 * Uses up what was signed for the very act that has arrived, and keeps it with the request. Answers the version of the
 * record whose facts were signed, if it has versions: the act is for no other one.
 */
export function createSpendAct(services: FactorServices): (use: ActUse) => Promise<number | undefined> {
  const { database } = services;
  return async (use) => {
    const used = await database.transact(({ db }) => spendSigned(services, db, use));
    if (used) return used.version;
    const { userId, email } = use.caller;
    const detail = `${use.act.method} ${use.act.path}`;
    await recordSecurityEvent(database.db, use.visitor, { kind: 'factor_refused', detail, userId, email });
    throw refuse.actNotConfirmed();
  };
}

const ofRows = z.object({ rows: z.array(z.object({ _id: z.string() })) });

/** The keys by which answers to an act are stored: its own, or those of its rows, whose versions are signed as well. */
function keysOf(key: string, { body }: Act): string[] {
  const many = ofRows.safeParse(body);
  return many.success ? many.data.rows.map(({ _id }) => keyOfRow(key, _id)) : [key];
}

async function spendSigned(
  { database: { seal }, hideText }: FactorServices,
  db: Queries,
  use: ActUse,
): Promise<Pick<Described, 'version'> | undefined> {
  const { proofId, caller, act, key, visitor } = use;
  const pending = await lockPending(db, caller, proofId);
  if (!pending?.signature) return undefined;
  const usedKeyHash = key === undefined ? null : hashOf(key);
  const again = pending.usedAt !== null;
  if (again && (usedKeyHash === null || pending.usedKeyHash !== usedKeyHash)) return undefined;
  // What the first request has changed is no other act: the key sees to it that it is not done twice. One that was refused
  // has changed nothing, and what it was about may be another thing by now.
  const done = again && key !== undefined && (await isAnswered(db, caller.userId, keysOf(key, act)));
  const described = done ? describedIn(pending) : await describeAct(db, caller.userId, act);
  const hiding = {
    hide: (field: string, text: string) => hideText(pending.blind, field, text),
    textKey: await readTextKey({ db, seal }, pending.nonce, described.about),
  };
  const written = writeAct(hiding, caller.userId, act, described);
  if (written !== pending.act) return undefined;
  await db
    .update(pendingActs)
    .set({ usedAt: sql`now()`, usedKeyHash })
    .where(and(eq(pendingActs.id, pending.id), isNotNull(pendingActs.signature)));
  const { factorId, publicKey, authenticatorData, clientDataJSON, signature } = pending.signature;
  await db.insert(actProofs).values({
    id: uuid(),
    requestId: visitor.requestId,
    userId: caller.userId,
    factorId,
    act: pending.act,
    nonce: pending.nonce,
    publicKey: bytesOf(publicKey),
    authenticatorData: bytesOf(authenticatorData),
    clientDataJson: bytesOf(clientDataJSON),
    signature: bytesOf(signature),
  });
  return described;
}

/** The facts of an act as they were when it was signed. */
function describedIn({ act }: PendingAct): Omit<Described, 'summary'> {
  return { about: aboutOf(act), on: (JSON.parse(act) as { on: Json }).on };
}
