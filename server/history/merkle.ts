import { hash as digest } from 'node:crypto';

/*
 * The tree of RFC 6962, section 2.1: SHA-256, with a byte before what is hashed that tells leaves (0) from nodes (1), so
 * that neither can pass for the other. A tree of n leaves is complete subtrees, the largest first.
 */

const leafByte = Buffer.of(0);
const nodeByte = Buffer.of(1);

const sha256 = (bytes: Buffer) => digest('sha256', bytes, 'buffer');

/** The hash of a leaf's text. */
export const leafHash = (text: string) => sha256(Buffer.concat([leafByte, Buffer.from(text, 'utf8')]));

/** The hash of a node over two others. */
export const nodeHash = (left: Buffer, right: Buffer) => sha256(Buffer.concat([nodeByte, left, right]));

/** The root of a tree without leaves. */
export const emptyRoot = sha256(Buffer.alloc(0));

/** Bytes of a hash. */
export const hashLength = 32;

/** Hashes that stand one after the other. */
export const splitHashes = (hashes: Buffer): Buffer[] =>
  Array.from({ length: hashes.length / hashLength }, (_, at) =>
    hashes.subarray(at * hashLength, (at + 1) * hashLength),
  );

/** Subtrees are kept at every so many levels; what is between is computed. */
export const keptLevels = 4;

/** A complete subtree: 2^level leaves from leaf index * 2^level on. */
export interface Subtree {
  level: number;
  index: number;
  hash: Buffer;
}

/** A tree that grows: only the roots of its complete subtrees are kept, from the left to the right. */
export interface Growing {
  readonly size: number;
  /** Adds a leaf. Tells `completed` of every subtree that it completes, the smallest first. */
  add(hash: Buffer, completed?: (subtree: Subtree) => void): void;
  root(): Buffer;
}

/** A tree of so many leaves whose complete subtrees have these hashes (see {@link subtreesOf}). */
export function growFrom(from: number, hashes: readonly Buffer[]): Growing {
  const subtrees: Subtree[] = subtreesOf(0, from).map((subtree, at) => {
    const hash = hashes[at];
    if (!hash) throw new Error('A subtree of the history is missing');
    return { ...subtree, hash };
  });
  let size = from;
  return {
    get size() {
      return size;
    },
    add(hash, completed) {
      let grown: Subtree = { level: 0, index: size, hash };
      size += 1;
      for (let left = subtrees.at(-1); left?.level === grown.level; left = subtrees.at(-1)) {
        subtrees.pop();
        grown = {
          level: grown.level + 1,
          index: Math.floor(left.index / 2),
          hash: nodeHash(left.hash, grown.hash),
        };
        completed?.(grown);
      }
      subtrees.push(grown);
    },
    root: () => joined(subtrees.map(({ hash }) => hash)),
  };
}

/** The root over complete subtrees, the largest first. */
function joined(hashes: readonly Buffer[]): Buffer {
  const last = hashes.at(-1);
  if (!last) return emptyRoot;
  return hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** The complete subtrees of leaves from `start` up to `end`, from the left to the right; `start` is where one can begin. */
function subtreesOf(start: number, end: number): { level: number; index: number }[] {
  const found: { level: number; index: number }[] = [];
  for (let at = start; at < end; ) {
    let level = Math.floor(Math.log2(end - at));
    // The logarithm of a large number is rounded.
    while (2 ** level > end - at) level -= 1;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

/** Reads complete subtrees by their places, in any number at once. */
export type ReadSubtree = (level: number, index: number) => Buffer;

/** The root over leaves from `start` up to `end`. */
function rootOver(start: number, end: number, read: ReadSubtree): Buffer {
  return joined(subtreesOf(start, end).map(({ level, index }) => read(level, index)));
}

/** The root of the first `size` leaves. */
export const rootAt = (size: number, read: ReadSubtree) => rootOver(0, size, read);

/** The places of the complete subtrees of the first `size` leaves, as {@link growFrom} wants them. */
export const frontierOf = (size: number) => subtreesOf(0, size);

/** The largest power of two below n. */
function splitOf(n: number): number {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}

/** The hashes beside a leaf's way to the root of the first `size` leaves, from the bottom up (RFC 6962, 2.1.1). */
export function inclusionProof(index: number, size: number, read: ReadSubtree): Buffer[] {
  const path: Buffer[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.push(rootOver(middle, end, read));
      end = middle;
    } else {
      path.push(rootOver(start, middle, read));
      start = middle;
    }
  }
  return path.toReversed();
}

/** What shows that the first `from` leaves of `size` leaves have the root that they had (RFC 6962, 2.1.2). */
export function consistencyProof(from: number, size: number, read: ReadSubtree): Buffer[] {
  if (from === 0 || from === size) return [];
  const path: Buffer[] = [];
  let [start, end] = [0, size];
  while (end !== from) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      path.push(rootOver(middle, end, read));
      end = middle;
    } else {
      path.push(rootOver(start, middle, read));
      start = middle;
    }
  }
  // The first leaves that are a subtree of their own are the earlier root, which is known.
  if (start > 0) path.push(rootOver(start, end, read));
  return path.toReversed();
}

/** Whether a leaf is in a tree of a root (RFC 9162, 2.1.3.2). */
export function includes(
  leaf: Buffer,
  index: number,
  size: number,
  path: readonly Buffer[],
  root: Buffer,
): boolean {
  if (index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const beside of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(beside, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, beside);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
}

/** A root and of how many leaves. */
export interface Head {
  size: number;
  root: Buffer;
}

/** Whether a later tree begins with all leaves of an earlier one (RFC 9162, 2.1.4.2). */
export function extendsHead(later: Head, earlier: Head, proof: readonly Buffer[]): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root);
  if (earlier.size === 0) return proof.length === 0;
  const isPower = Number.isInteger(Math.log2(earlier.size));
  const [first, ...rest] = isPower ? [earlier.root, ...proof] : proof;
  if (!first) return false;
  let [at, last, before, now] = [earlier.size - 1, later.size - 1, first, first];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  for (const beside of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      before = nodeHash(beside, before);
      now = nodeHash(beside, now);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else now = nodeHash(now, beside);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && before.equals(earlier.root) && now.equals(later.root);
}
