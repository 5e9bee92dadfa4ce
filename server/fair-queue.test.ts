import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue';

const limit = 8;
interface Item {
  key: string;
  number: number;
}

/** What strangers do in any order: come, go away, and have their turn. */
const acts = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ act: fc.constant('come' as const), key: fc.constantFrom(...'aaabcde') }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('go' as const), which: fc.nat(limit) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('turn' as const) }) },
  ),
  { maxLength: 200 },
);

/** Plays them; answers every item that had its turn or was refused or went, in order, and what still waits. */
function play(
  queue: FairQueue<Item>,
  played: typeof acts extends fc.Arbitrary<infer A> ? A : never,
  watch: (inside: ReadonlySet<Item>, came?: { item: Item; refused: Item | undefined }) => void,
) {
  const inside = new Set<Item>();
  const served: Item[] = [];
  let number = 0;
  for (const act of played) {
    if (act.act === 'come') {
      number += 1;
      const item = { key: act.key, number };
      const before = new Set(inside);
      const refused = queue.add(item.key, item);
      inside.add(item);
      if (refused) expect(inside.delete(refused)).toBe(true);
      watch(before, { item, refused });
    } else if (act.act === 'go') {
      const item = [...inside][act.which];
      if (item) queue.remove(item.key, item);
      if (item) inside.delete(item);
    } else {
      const item = queue.next();
      expect(item === undefined).toBe(inside.size === 0);
      if (item) expect(inside.delete(item)).toBe(true);
      if (item) served.push(item);
    }
    watch(inside);
    expect(queue.size).toBe(inside.size);
  }
  return { inside, served };
}

const countOf = (items: Iterable<Item>, key: string) => [...items].filter((item) => item.key === key).length;

describe('a fair queue', () => {
  test('never holds more than its limit, and loses nothing silently', () => {
    fc.assert(
      fc.property(acts, (played) => {
        const queue = new FairQueue<Item>(limit);
        const { inside } = play(queue, played, (now) => expect(now.size).toBeLessThanOrEqual(limit));
        const rest = Array.from({ length: inside.size }, () => queue.next());
        expect(new Set(rest)).toEqual(inside);
        expect(queue.next()).toBeUndefined();
      }),
    );
  });

  test('refuses a newcomer only when nobody holds two places more than he does', () => {
    fc.assert(
      fc.property(acts, (played) => {
        play(new FairQueue<Item>(limit), played, (before, came) => {
          if (!came?.refused) return;
          expect(before.size).toBe(limit);
          const own = countOf(before, came.item.key);
          const most = Math.max(...[...before].map(({ key }) => countOf(before, key)));
          if (came.refused === came.item) expect(most).toBeLessThanOrEqual(own + 1);
          else {
            // The newest of whoever held the most made room.
            expect(countOf(before, came.refused.key)).toBe(most);
            const newest = Math.max(
              ...[...before].filter(({ key }) => key === came.refused?.key).map((item) => item.number),
            );
            expect(came.refused.number).toBe(newest);
          }
        });
      }),
    );
  });

  test('serves everyone in the row once before anyone twice, each in the order of coming', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'aaaaaabcdef'), { maxLength: limit }), (keys) => {
        const queue = new FairQueue<Item>(limit);
        for (const [number, key] of keys.entries()) queue.add(key, { key, number });
        const served = keys.map(() => queue.next());
        const keysServed = served.map((item) => item?.key);
        const distinct = new Set(keys).size;
        expect(new Set(keysServed.slice(0, distinct)).size).toBe(distinct);
        for (const key of new Set(keys)) {
          const numbers = served.filter((item) => item?.key === key).map((item) => item?.number ?? -1);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  test('lets nobody starve: whoever waits is served within one round, whatever others send', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'abcdefg'), { minLength: 40, maxLength: 80 }), (flood) => {
        const queue = new FairQueue<Item>(limit);
        for (const [number, key] of flood.slice(0, 20).entries()) queue.add(key, { key, number });
        const quiet = { key: 'quiet', number: -1 };
        // With seven who send at least one holds two places of eight, so there is room.
        expect(queue.add('quiet', quiet)).not.toBe(quiet);
        let turns = 0;
        for (const [number, key] of flood.entries()) {
          expect(queue.add(key, { key, number })).not.toBe(quiet);
          turns += 1;
          if (queue.next() === quiet) break;
        }
        expect(turns).toBeLessThanOrEqual(8);
      }),
    );
  });
});
