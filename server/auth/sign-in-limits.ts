import { setTimeout as sleep } from 'node:timers/promises';
import type { Refusal } from '../errors/refusal';
import type { Requester } from '../fair-semaphore';
import type { Overrun } from '../limits/limits';
import { networkOf } from '../network';
import type { Visitor } from '../request';
import type { DeviceOwner } from './device-cookie';
import { isKnownNetwork } from './known-network';
import type { AuthServices } from './services';

/**
 * Counts a right sign-in of a person, before it opens a session; answers how to refund one that was not right after all.
 * Only who shows all that is asked for counts, so that others cannot keep the owner out. Throws `rate_limited`.
 */
export async function countRightSignIn(
  { limits }: Pick<AuthServices, 'limits'>,
  userId: string,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  await limits.spend('signIns', userId, { visitor, userId });
  return () => limits.refund('signIns', userId);
}

/**
 * Counts a right password that waits for a second factor: by network, since it may be a thief's, who must not keep the
 * owner out. Throws `rate_limited`.
 */
export async function countTicket(
  { limits }: Pick<AuthServices, 'limits'>,
  userId: string,
  visitor: Visitor,
): Promise<void> {
  await limits.spend('signIns', `${userId}|${networkOf(visitor.ip)}`, { visitor, userId });
}

/** A sign-in as it arrives. */
export interface SignInAttempt {
  email: string;
  /** Whose address it is, if anybody's. */
  user: DeviceOwner | undefined;
  visitor: Visitor;
  /** The header. */
  cookies: string | undefined;
  gone: AbortSignal;
}

/** A sign-in that has been counted. */
export interface CountedSignIn {
  /** For whom the password is hashed. */
  requester: Requester;
  /** The password was right: the count for the visitor starts anew, what it took from others is refunded. */
  succeeded(): Promise<void>;
  /** No password was looked at. */
  refund(): Promise<void>;
  /** Answers a sign-in that was no right one with this refusal, or with the limit that strangers have passed here. */
  refuse(refusal: Refusal): Promise<never>;
}

/**
 * Milliseconds after which a limit of strangers that is passed is answered. Verifying a password takes less, so that the
 * time does not tell where one was looked at; verifying one for everybody would let those who are refused fill the queue.
 */
export const refusedAfter = 500;

/**
 * Counts a sign-in before its password is looked at, so that requests at the same time count as well. Strangers are
 * slowed down by network and by address on top of the limit for both together; the owner is not, in a browser with a
 * device cookie or in a network of an earlier session, so that nobody can be locked out by others. In such a network only
 * the right password gets past those limits, and whatever else is answered as strangers are, so that a network that many
 * share does not tell which addresses are known there. Throws `rate_limited`; it is the same for addresses nobody owns.
 */
export async function countSignIn(services: AuthServices, attempt: SignInAttempt): Promise<CountedSignIn> {
  const { database, limits, passwords, deviceCookies } = services;
  const { email, user, visitor, cookies, gone } = attempt;
  const spender = { visitor, userId: user?.id, email };

  const browser = user && (await deviceCookies.read(cookies, email, user));
  if (user && browser) {
    const key = `${email}|${browser.id}`;
    await limits.spend('loginDevice', key, spender);
    return {
      requester: { key: user.id, known: true, gone },
      succeeded: () => limits.forget('loginDevice', key),
      refund: () => limits.refund('loginDevice', key),
      refuse: (refusal) => Promise.reject(refusal),
    };
  }

  const network = networkOf(visitor.ip);
  let known: boolean | undefined;
  const isKnown = async () => {
    known ??= await isKnownNetwork(database.db, email, network);
    return known;
  };
  const refuseLater = (overrun: Overrun) => {
    const later = sleep(refusedAfter);
    return () => later.then(() => limits.refuse(overrun, spender));
  };
  const key = `${email}|${network}`;
  // Of its own: what strangers are not counted by there must not be missing in the one that they are counted by.
  const keyBeyond = `${key}|beyond`;
  const ofNetwork = await limits.count('loginNetwork', network);
  let refuseStranger = ofNetwork && refuseLater(ofNetwork);
  if (refuseStranger) {
    if (!(await isKnown()) || (await limits.count('login', keyBeyond))) await refuseStranger();
  } else {
    await limits.spend('login', key, spender);
    const ofAccount = await limits.count('loginAccount', email);
    refuseStranger = ofAccount && refuseLater(ofAccount);
    if (refuseStranger && !(await isKnown())) await refuseStranger();
  }
  // Strangers who keep the server busy do not keep the owner waiting either.
  if (passwords.isBusy()) await isKnown();
  const refundShared = async () => {
    await limits.refund('loginNetwork', network);
    if (!ofNetwork) await limits.refund('loginAccount', email);
  };
  return {
    requester: user && known ? { key: user.id, known, gone } : { key: network, known: false, gone },
    async succeeded() {
      await limits.forget('login', key);
      if (ofNetwork) await limits.forget('login', keyBeyond);
      await refundShared();
    },
    async refund() {
      await limits.refund('login', ofNetwork ? keyBeyond : key);
      await refundShared();
    },
    refuse: (refusal) => (refuseStranger ? refuseStranger() : Promise.reject(refusal)),
  };
}
