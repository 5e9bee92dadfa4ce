import { type Call, calls } from '../../contract/calls';
import { dataOf, mustRefuse, NotTried, type Reply, send, Wrong } from './client';
import * as shapes from './shapes';

export interface Credentials {
  email: string;
  password: string;
}

export interface Asked {
  /** Without a slash at its end. */
  host: string;
  admin?: Credentials | { token: string } | undefined;
  investor?: Credentials | { token: string } | undefined;
  /** Whether calls that change something are tried. */
  write: boolean;
  /** Where the pages are, when that is another origin than the host's. */
  origin?: string | undefined;
}

/** Who was signed in so far. */
export interface Tokens {
  admin?: string;
  investor?: string;
}

export type Person = keyof Tokens;

export const personNames: Readonly<Record<Person, string>> = {
  admin: 'administrator',
  investor: 'investor',
};

type Name = keyof typeof calls;

export interface Check {
  name: Name;
  /** It changes something: only with --write. */
  writes?: true;
  /** What was found to be right, in words. Throws Wrong or NotTried. */
  run(): Promise<string>;
}

/** The call with its parameters filled in. */
export function callOf(name: Name, ...ids: string[]): string {
  const { method, path }: Call = calls[name];
  let next = 0;
  return `${method} ${path.replace(/:\w+/g, () => encodeURIComponent(ids[next++] ?? ''))}`;
}

const refusals = [400, 401, 403, 404, 409, 410, 422];
/** How what is not allowed is refused to somebody who stays signed in. */
export const withoutSession = refusals.filter((status) => status !== 401);

export const times = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Whether two addresses of mail are one. */
export const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What the checks of one host ask it with. */
export type Visit = ReturnType<typeof createVisit>;

export function createVisit(asked: Asked, tokens: Tokens) {
  const ask = (name: Name, token?: string, body?: unknown, ...ids: string[]): Promise<Reply> =>
    send(asked.host, callOf(name, ...ids), { token, body });

  /** Throws NotTried when nobody is signed in as this. */
  function of(who: Person): string {
    const token = tokens[who];
    if (!token) throw new NotTried(`nobody is signed in as ${personNames[who]}`);
    return token;
  }

  /** The investor as the host has them. Throws NotTried for another person, whom nothing may be changed of. */
  async function readInvestor(): Promise<shapes.User> {
    const user = dataOf(await ask('readUser', of('investor')), shapes.user);
    const { investor: given } = asked;
    if (given && 'email' in given && !isSame(given.email, user.email))
      throw new NotTried(`${given.email} is answered as ${user.email}, of whom nothing is to be changed`);
    return user;
  }

  /** A call without a token; its body is one that would be right, or change nothing. */
  async function mustAskToSignIn(name: Name, body?: unknown, ...ids: string[]): Promise<void> {
    mustRefuse(await ask(name, undefined, body, ...ids), [401], 'somebody who is not signed in');
  }

  /**
   * Has the investor try what only administrators may. A host may answer that with nothing rather than a refusal, so what
   * came of it decides.
   */
  async function mustKeepFromInvestor(
    attempt: (token: string) => Promise<Reply>,
    isDone: (reply: Reply) => Promise<boolean> | boolean,
    what: string,
  ): Promise<void> {
    if (!tokens.investor) return;
    const reply = await attempt(tokens.investor);
    if (await isDone(reply)) throw new Wrong(what);
    if (reply.status === 401)
      throw new Wrong('an investor is answered 401, which signs out; 403 says "not this"');
  }

  return { asked, tokens, ask, of, readInvestor, mustAskToSignIn, mustKeepFromInvestor };
}
