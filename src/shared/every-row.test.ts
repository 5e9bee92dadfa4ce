import { describe, expect, it } from 'vitest';
import { everyRow, type ListPart } from './every-row';

interface Row {
  id: number;
  at: number;
}

const size = 100;
const listOf = (length: number): Row[] => Array.from({ length }, (_, id) => ({ id, at: id }));
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

/** Reads a list of which each request finds what `next` has made of it. */
async function readWhile(
  list: Row[],
  next: (list: Row[], request: number) => Row[],
  known: readonly Row[] = [],
) {
  let rows = list;
  let requests = 0;
  const read = async (start: number): Promise<ListPart<Row>> => {
    requests += 1;
    if (requests > 1 || known.length > 0) rows = next(rows, requests);
    return { rows: rows.slice(start, start + size), start, total: rows.length };
  };
  const found = await everyRow({ read, idOf: ({ id }) => id, orderOf: ({ at }) => at }, known);
  return { found: idsOf(found), left: idsOf(rows), requests };
}

describe('every row of a list', () => {
  it('comes in order, where nothing changes', async () => {
    const { found, requests } = await readWhile(listOf(272), (rows) => rows);
    expect([found, requests]).toEqual([idsOf(listOf(272)), 3]);
  });

  it('none is read of an empty list', async () => {
    expect(await readWhile([], (rows) => rows)).toMatchObject({ found: [], requests: 1 });
  });

  it.each([1, 10, 99, 150, 270])('is there when %i others leave before it', async (gone) => {
    const { found, left } = await readWhile(listOf(272), (rows, n) => (n === 2 ? rows.slice(gone) : rows));
    expect(left).toHaveLength(272 - gone);
    expect(found).toEqual(expect.arrayContaining(left));
    expect(new Set(found).size).toBe(found.length);
  });

  it('is there when as many come at the end as leave in front', async () => {
    const { found } = await readWhile(listOf(272), (rows, n) =>
      n === 2 ? [...rows.slice(30), ...listOf(302).slice(272)] : rows,
    );
    expect(found).toEqual(expect.arrayContaining(idsOf(listOf(302).slice(30))));
  });

  it('is there when rows of the first part go to the last, and are found there again', async () => {
    const { found } = await readWhile(listOf(272), (rows, n) =>
      n === 2 ? [...rows.slice(80), ...rows.slice(0, 80).map(({ id }) => ({ id, at: 1_000 + id }))] : rows,
    );
    expect(found.toSorted((a, b) => a - b)).toEqual(idsOf(listOf(272)));
  });

  it('is there when it goes to where was read already', async () => {
    const { found } = await readWhile(listOf(272), (rows, n) =>
      n === 2 ? [{ id: 250, at: -1 }, ...rows.filter(({ id }) => id !== 250)] : rows,
    );
    expect(found.toSorted((a, b) => a - b)).toEqual(idsOf(listOf(272)));
  });

  it('is there when rows leave before every part', async () => {
    let left = new Set(idsOf(listOf(1_000)));
    const { found } = await readWhile(listOf(1_000), (rows, n) => {
      const kept = rows.filter(({ id }) => (id * 7 + n * 13) % 11 !== 0);
      left = new Set(idsOf(kept));
      return kept;
    });
    for (const id of left) expect(found).toContain(id);
  });

  it('is there when its beginning was read before', async () => {
    const known = listOf(100);
    const { found } = await readWhile(listOf(272), (rows, n) => (n === 1 ? rows.slice(40) : rows), known);
    expect(found).toEqual(idsOf(listOf(272)));
  });

  it('ends where the host has counted more rows than it gives', async () => {
    const rows = listOf(150);
    const read = async (start: number) => ({ rows: rows.slice(start, start + size), start, total: 160 });
    const found = await everyRow({ read, idOf: ({ id }) => id, orderOf: ({ at }) => at });
    expect(found).toEqual(rows);
  });

  it('is read on where the host has not counted to the end', async () => {
    const rows = listOf(250);
    const read = async (start: number) => {
      const part = rows.slice(start, start + size);
      return { rows: part, start, total: start + part.length, atLeast: part.length === size };
    };
    expect(await everyRow({ read, idOf: ({ id }) => id, orderOf: ({ at }) => at })).toEqual(rows);
  });

  it('is refused where nothing stays what it was, and not left out', async () => {
    const reading = readWhile(listOf(300), (rows, n) =>
      rows.map((_, index) => ({ id: n * 1_000 + index, at: index })),
    );
    await expect(reading).rejects.toThrow('The list changes faster than it can be read');
  });
});
