import { setTimeout } from 'node:timers/promises';

/** Mails on their way at once; providers want few connections. */
const atOnce = 3;
/** Mails that stand aside meanwhile, because the mail server takes long for them. */
const mostAside = 5;
export const mostConnections = atOnce + mostAside;

/** Milliseconds. */
export interface WayTimes {
  /** After which a mail holds no way any more. */
  aside: number;
  /** That a mail has at least, before it makes room for others to stand aside. */
  least: number;
  /** For which the recipients of a domain come last after a mail to it took long. */
  remembered: number;
  /** Between two looks whether there is room to stand aside. */
  look: number;
}

export const wayTimes: WayTimes = { aside: 5_000, least: 60_000, remembered: 600_000, look: 250 };

/** Who goes first: first tries, what has failed before, and recipients whose mails take long. */
export const turns = { first: 0, again: 1, slow: 2 } as const;
type Turn = (typeof turns)[keyof typeof turns];

interface Travelling {
  turn: Turn;
  begun: number;
  cut: AbortController;
}

export interface Ways {
  free(): number;
  /** Waits until a way that is taken is free again, or the signal is aborted. */
  oneFree(signal: AbortSignal): Promise<void>;
  /** Takes a way for one mail after the other. */
  take(work: () => Promise<void>): Promise<void>;
  slowDomains(): string[];
  turnOf(recipient: string, failedBefore: boolean): Turn;
  /** The last turn of which a mail may set out now: each but the first leaves a way to those before it. */
  lastTurn(): Turn;
  /** Sends a mail on the way that was taken, until it has ended or stands aside. */
  go(recipient: string, turn: Turn, send: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Ends what is still on its way. */
  cutAll(): void;
}

export const domainOf = (recipient: string) => recipient.slice(recipient.lastIndexOf('@') + 1);

/**
 * The ways to the mail server. A mail that takes long stands aside, so that it holds up no other one; when there is no
 * more room, the one that has stood there longest is ended. Its domain comes last for a while.
 */
export function createWays(times: WayTimes): Ways {
  const workers = new Set<Promise<void>>();
  const held = new Set<Travelling>();
  const aside = new Set<Travelling>();
  const slow = new Map<string, number>();

  const isSlow = (domain: string) => (slow.get(domain) ?? 0) > performance.now();
  const mayGo = (turn: Turn) => [...held].filter((each) => each.turn >= turn).length < atOnce - turn;

  async function standAside(mail: Travelling, domain: string, ended: AbortSignal): Promise<void> {
    await setTimeout(times.aside, undefined, { signal: ended });
    slow.set(domain, performance.now() + times.remembered);
    mail.turn = turns.slow;
    while (aside.size >= mostAside) {
      const [oldest] = aside;
      if (oldest && performance.now() - oldest.begun >= times.least) oldest.cut.abort();
      await setTimeout(times.look, undefined, { signal: ended });
    }
    held.delete(mail);
    aside.add(mail);
  }

  return {
    free: () => atOnce - workers.size,
    async oneFree(signal) {
      if (workers.size < atOnce) return;
      const done = new AbortController();
      const given = setTimeout(times.aside, undefined, { signal: AbortSignal.any([signal, done.signal]) });
      await Promise.race([...workers, given]).catch(() => {});
      done.abort();
    },
    take(work) {
      const worker = work().finally(() => workers.delete(worker));
      workers.add(worker);
      return worker;
    },
    slowDomains() {
      for (const domain of slow.keys()) if (!isSlow(domain)) slow.delete(domain);
      return [...slow.keys()];
    },
    turnOf(recipient, failedBefore) {
      if (isSlow(domainOf(recipient))) return turns.slow;
      return failedBefore ? turns.again : turns.first;
    },
    lastTurn() {
      if (!mayGo(turns.again)) return turns.first;
      return mayGo(turns.slow) ? turns.slow : turns.again;
    },
    async go(recipient, turn, send) {
      const mail: Travelling = { turn, begun: performance.now(), cut: new AbortController() };
      const ended = new AbortController();
      held.add(mail);
      const sending = send(mail.cut.signal).finally(() => {
        ended.abort();
        held.delete(mail);
        aside.delete(mail);
      });
      await Promise.race([sending, standAside(mail, domainOf(recipient), ended.signal).catch(() => sending)]);
    },
    cutAll() {
      for (const { cut } of [...held, ...aside]) cut.abort();
    },
  };
}
