import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import type { Statement } from '../../contract/statements';
import { printStatement } from './pdf';

const stored = { at: '2026-04-01T00:00:00.000Z', hash: 'a'.repeat(64), previous: null, checkpoint: null };
const march: Statement = {
  _id: '2026-03',
  from: '2026-03-01',
  to: '2026-03-31',
  entries: 0,
  lines: [],
  stored,
  userId: '0b0b0b0b-0000-4000-8000-000000000000',
  items: [],
  months: [],
  intact: true,
};

/** The texts of a printed statement, each with the page and line it is on, and from where to where. */
async function textsOf(statement: Statement) {
  const bytes = await printStatement(statement, { brand: 'Averin', name: 'Ada', email: 'ada@example.com' });
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent();
    return items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , , left, line] = item.transform.map(Number);
      return left === undefined || line === undefined
        ? []
        : [{ text: item.str, page: index, line: Math.round(line), left, right: left + item.width }];
    });
  });
  return (await Promise.all(pages)).flat();
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const printed = (amount: number) => dollars.format(amount).replace('-', '\u2212');

describe('an amount', () => {
  test.each([12.34, -99_999.99, 100_000_000, -10_000_000, -1_000_000_000, 1_000_000_000])(
    'of %d is whole, on its own row and within its column',
    async (amount) => {
      const line = { opening: amount, deposits: amount, withdrawals: amount, adjustments: amount };
      const lines: Statement['lines'] = [
        { field: 'balance', ...line, closing: amount },
        { field: 'profit', ...line, closing: amount },
      ];
      const items: Statement['items'] = [1, 2].map((id) => ({
        _id: id,
        at: '2026-03-10T08:00:00.000Z',
        kind: 'adjustment',
        postedBy: 'operator',
        reason: null,
        trxId: null,
        changes: [
          { field: 'balance', amount },
          { field: 'profit', amount },
        ],
        corrects: null,
      }));
      const texts = await textsOf({ ...march, entries: 2, lines, items });
      const amounts = texts.filter(({ text }) => text === printed(amount));
      // Two rows of five figures, and two entries that change two figures each.
      expect(amounts).toHaveLength(14);
      expect(texts.filter(({ text }) => text === 'Balance' || text === 'Profit')).toHaveLength(6);
      for (const { line: row, left, right } of amounts) {
        const others = texts.filter((other) => other.line === row && other.left !== left);
        expect(others.filter((other) => other.left < right && left < other.right)).toEqual([]);
        expect(right).toBeLessThan(595.28 - 47);
        expect(others.map(({ text }) => text)).toEqual(
          expect.arrayContaining([expect.stringMatching(/^(Balance|Profit)$/)]),
        );
      }
    },
  );
});

describe('a statement says above its figures', () => {
  const wordsOf = async (statement: Statement) =>
    (await textsOf(statement)).map(({ text }) => text).join(' ');

  test.each([
    ['that it is not what its entries make', { intact: false }, /not what the entries of the account make/],
    ['that it is preliminary', { stored: null, intact: null }, /Preliminary: this period is not over/],
  ])('%s', async (_, changed, said) => {
    expect(await wordsOf({ ...march, ...changed })).toMatch(said);
    expect(await wordsOf(march)).not.toMatch(said);
  });
});
