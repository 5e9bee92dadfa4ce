import { Socket } from 'node:net';
import type pg from 'pg';

/** As the driver takes a query, in each of its forms. */
export type Query = (...args: unknown[]) => unknown;

/** Milliseconds beyond the limit that a statement has on the server: whoever has said nothing by then is not there any more. */
const usualGrace = 7_000;

const limitSet = /statement_timeout'?\s*[=,]\s*'?(\d+)/i;
const isLocal = /\bset local\b|'\d+', true\)/i;
const begin = /^\s*begin\b/i;
const end = /(?:^|;)\s*(?:commit|rollback)\s*$/i;

/** Whether a text begins a transaction. */
export const begins = (text: string) => begin.test(text);
/** Whether it ends one. Asked of every statement, so that no more is looked at than its last words. */
export const ends = (text: string) => end.test(text.slice(-12));

/** Milliseconds that a text gives to the statements after it; none that says nothing of that. */
function limitIn(text: string): number | undefined {
  // Asked of every statement, and said in few.
  if (!text.includes('statement_timeout')) return undefined;
  const said = limitSet.exec(text)?.[1];
  return said === undefined ? undefined : Number(said);
}

/** As the operating system tells of a server that is gone. */
const silence = () =>
  Object.assign(new Error('The database does not answer any more'), { code: 'ETIMEDOUT' });

/**
 * Gives a connection up on which statements wait for answers and nothing has come for longer than the server itself lets them
 * take: a server that is gone without a word, or a network that drops what passes, would keep the connection, and whoever waits
 * for it, for good. What waits then fails as with any connection that breaks. Without a limit on the server there is none here.
 */
export function withAnswerLimit(client: pg.Client, query: Query, grace = usualGrace): Query {
  let waiting = 0;
  /** Of the session, and of the transaction that is open; 0 is none. */
  let usual = 0;
  let current = 0;
  let watched = false;
  let open = false;

  function allow(limit: number): void {
    const { stream } = client.connection;
    if ((current === limit && watched) || !(stream instanceof Socket)) return;
    current = limit;
    stream.setTimeout(limit === 0 ? 0 : limit + grace);
    if (watched) return;
    watched = true;
    stream.on('timeout', () => {
      if (waiting > 0) stream.destroy(silence());
    });
  }

  function note(text: string): void {
    const limit = limitIn(text);
    const wasOpen = open;
    open = begins(text) || (open && !ends(text));
    if (limit === undefined) {
      // What a transaction was given ends with it.
      if (current !== usual && !wasOpen) allow(usual);
      return;
    }
    if (!isLocal.test(text)) usual = limit;
    allow(limit);
  }

  return (...args) => {
    const [statement] = args;
    note(typeof statement === 'string' ? statement : ((statement as pg.QueryConfig).text ?? ''));
    waiting += 1;
    const done = () => {
      waiting -= 1;
    };
    const last = args.at(-1);
    if (typeof last === 'function') {
      return query(...args.slice(0, -1), (...answer: unknown[]) => {
        done();
        last(...answer);
      });
    }
    const answer = query(...args);
    if (answer instanceof Promise) answer.then(done, done);
    else done();
    return answer;
  };
}
