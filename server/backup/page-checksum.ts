/*
 * The checksums that PostgreSQL keeps in the pages of its files (`storage/checksum_impl.h` there): 32 sums of FNV-1a
 * side by side, over the page with the place of the checksum at zero.
 */
const sums = 32;
const prime = 16_777_619;
const offsets = Uint32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
);

/** Bytes of a page. */
export const pageSize = 8_192;
/** Pages of one file of a relation; the next ones are in a file with a number at its end. */
const pagesOfFile = 131_072;

function checksum(page: Buffer, block: number): number {
  const state = new Int32Array(offsets);
  const mix = (at: number, value: number) => {
    const mixed = (state[at] ?? 0) ^ value;
    state[at] = Math.imul(mixed, prime) ^ (mixed >>> 17);
  };
  for (let word = 0; word < pageSize / 4; word += 1) {
    // The second half of the third word is what we look for.
    const value = word === 2 ? page.readUInt16LE(10) << 16 : page.readInt32LE(word * 4);
    mix(word % sums, value);
  }
  for (let round = 0; round < 2; round += 1) for (let at = 0; at < sums; at += 1) mix(at, 0);
  const all = state.reduce((result, sum) => result ^ sum, 0);
  return (((all ^ block) >>> 0) % 65_535) + 1;
}

/** The number of the first page of a file; `undefined` for files that are no pages of relations. */
export function firstPage(path: string): number | undefined {
  const match = /^(?:base\/\d+|global)\/\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/.exec(path);
  return match ? Number(match[1] ?? 0) * pagesOfFile : undefined;
}

/**
 * Whether a page is damaged. One that was written since the position of the log where a backup began may be read half
 * written, and is written anew out of the log; a page of zeros is one that was not used yet.
 */
export function isDamaged(page: Buffer, block: number, begin: bigint): boolean {
  const position = (BigInt(page.readUInt32LE(0)) << 32n) | BigInt(page.readUInt32LE(4));
  const upper = page.readUInt16LE(14);
  if (upper === 0 || position >= begin) return false;
  return page.readUInt16LE(8) !== checksum(page, block);
}
