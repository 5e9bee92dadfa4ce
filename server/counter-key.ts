import { createHmac } from 'node:crypto';

/** What a counter of a limit is called, instead of the address, network or person that it counts. */
export type CounterKey = (text: string) => string;

/** Names counters by a key of 32 bytes that is not in the database: whoever has a dump of it finds nobody by guesses. */
export const createCounterKey =
  (key: Uint8Array): CounterKey =>
  (text) =>
    createHmac('sha256', key).update(text).digest('base64url');
