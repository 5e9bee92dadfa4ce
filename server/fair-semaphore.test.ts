import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFairSemaphore } from './fair-semaphore';

/** Work that goes on until it is told to end; `done` names what has begun, in order. */
function workshop(atOnce: number, queueLimit: number) {
  const semaphore = createFairSemaphore(atOnce, queueLimit);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const answers = new Map<string, Promise<string>>();
  return {
    semaphore,
    begun,
    answers,
    running: () => ends.length,
    ask(name: string, key: string, options: { known?: boolean; gone?: AbortSignal } = {}) {
      const { known = false, gone } = options;
      const answer = semaphore
        .run({ key, known, ...(gone && { gone }) }, async () => {
          begun.push(name);
          await new Promise<void>((resolve) => ends.push(resolve));
          return 'done' as const;
        })
        .catch((error: { code: string }) => error.code);
      answers.set(name, answer);
      return answer;
    },
    async endOne() {
      ends.shift()?.();
      await setImmediate();
    },
  };
}

describe('places of a fair semaphore', () => {
  test('of a quiet requester come after one of each, however many others have sent before', async () => {
    const { ask, begun, endOne } = workshop(1, 64);
    for (let sent = 1; sent <= 60; sent += 1) void ask(`flood ${sent}`, 'flood');
    const quiet = ask('quiet', 'quiet');
    for (let ended = 1; ended <= 2; ended += 1) await endOne();
    expect(begun).toEqual(['flood 1', 'flood 2', 'quiet']);
    await endOne();
    expect(await quiet).toBe('done');
  });

  test('of known people alternate with those of strangers, from however many networks they come', async () => {
    const { ask, begun, endOne } = workshop(1, 4);
    for (let sent = 1; sent <= 9; sent += 1) void ask(`stranger ${sent}`, `network ${sent}`);
    // Strangers have all their places.
    expect(await ask('too many', 'another network')).toBe('unavailable');
    void ask('ada', 'ada', { known: true });
    void ask('ada again', 'ada', { known: true });
    for (let ended = 1; ended <= 3; ended += 1) await endOne();
    expect(begun).toEqual(['stranger 1', 'ada', 'stranger 2', 'ada again']);
  });

  test('in a full queue the newest of who sends the most makes room, and is told to come again', async () => {
    const { ask, begun, endOne } = workshop(1, 4);
    const flood = [1, 2, 3, 4, 5].map((sent) => ask(`flood ${sent}`, 'flood'));
    const quiet = ask('quiet', 'quiet');
    expect(await flood[4]).toBe('unavailable');
    for (let ended = 1; ended <= 6; ended += 1) await endOne();
    expect(await quiet).toBe('done');
    expect(begun).not.toContain('flood 5');
  });

  test('of who has gone away are passed over, and the work is never done', async () => {
    const { ask, begun, endOne, running } = workshop(1, 4);
    const client = new AbortController();
    void ask('first', 'a');
    const dropped = ask('dropped', 'b', { gone: client.signal });
    void ask('last', 'c');
    client.abort();
    expect(await dropped).toBe('unavailable');
    expect(await ask('late', 'd', { gone: client.signal })).toBe('unavailable');
    await endOne();
    await endOne();
    expect(begun).toEqual(['first', 'last']);
    expect(running()).toBe(0);
  });

  test('are given back when work fails', async () => {
    const { run } = createFairSemaphore(1, 4);
    const requester = { key: 'a', known: false };
    await expect(run(requester, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run(requester, async () => 'done')).toBe('done');
  });

  test('are bounded in any order of coming, going and ending: everything is answered, nothing dropped is done', async () => {
    const atOnce = 2;
    const queueLimit = 5;
    const acts = fc.array(
      fc.record({
        act: fc.constantFrom('come', 'come', 'come', 'go', 'end'),
        key: fc.constantFrom('a', 'b', 'c', 'd'),
        known: fc.boolean(),
        which: fc.nat(30),
      }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (played) => {
        const shop = workshop(atOnce, queueLimit);
        const clients: { name: string; client: AbortController }[] = [];
        const dropped = new Set<string>();
        for (const [number, { act, key, known, which }] of played.entries()) {
          if (act === 'come') {
            const client = new AbortController();
            clients.push({ name: String(number), client });
            void shop.ask(String(number), key, { known, gone: client.signal });
          } else if (act === 'go') {
            const who = clients[which % Math.max(1, clients.length)];
            if (who && !shop.begun.includes(who.name)) dropped.add(who.name);
            who?.client.abort();
          } else await shop.endOne();
          expect(shop.running()).toBeLessThanOrEqual(atOnce);
        }
        while (shop.running() > 0) await shop.endOne();
        for (const [name, answer] of shop.answers) {
          expect(await answer).toBe(shop.begun.includes(name) ? 'done' : 'unavailable');
          if (dropped.has(name)) expect(shop.begun).not.toContain(name);
        }
        expect(shop.semaphore.isBusy()).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});
