/**
 * A fair queue: round robin over keys, one item of each. A full queue takes a newcomer in all the same when another key
 * holds more places than the newcomer's: its newest item makes room. So nobody keeps others out by sending more.
 */
export class FairQueue<T> {
  readonly #limit: number;
  /** In the order in which the keys have their turn; the oldest item of each first. No list is empty. */
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /** Puts an item at the end of its key's; answers the item that finds no place, which may be this one. */
  add(key: string, item: T): T | undefined {
    const own = this.#waiting.get(key);
    const refused = this.#size < this.#limit ? undefined : this.#makeRoom(own?.length ?? 0);
    if (this.#size >= this.#limit) return item;
    if (own) own.push(item);
    else this.#waiting.set(key, [item]);
    this.#size += 1;
    return refused;
  }

  /** Takes out the oldest item of the key whose turn it is; the key goes to the end of the row. */
  next(): T | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [key, items] = turn;
    const item = items.shift();
    this.#size -= 1;
    this.#waiting.delete(key);
    if (items.length > 0) this.#waiting.set(key, items);
    return item;
  }

  /** Takes out an item that nobody waits for any more; the others keep their places. */
  remove(key: string, item: T): void {
    const items = this.#waiting.get(key) ?? [];
    const at = items.indexOf(item);
    if (at === -1) return;
    items.splice(at, 1);
    this.#size -= 1;
    if (items.length === 0) this.#waiting.delete(key);
  }

  /** Takes out the newest item of the key that has the most, when it has more than one and than `own`. */
  #makeRoom(own: number): T | undefined {
    let longest: [key: string, items: T[]] | undefined;
    for (const entry of this.#waiting) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry;
    // With one more a newcomer's key would hold as much: the places would only change hands.
    if (!longest || longest[1].length <= own + 1) return undefined;
    this.#size -= 1;
    return longest[1].pop();
  }
}
