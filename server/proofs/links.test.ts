import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../contract/limits';
import { proofLinkSchema, proofReference } from '../../contract/proof';
import type { Transaction } from '../../contract/transaction';
import { createProofLinks } from './links';

const links = createProofLinks(Buffer.alloc(32, 1), 'https://invest.example.com');
const id = randomUUID();
const queryOf = (url: string) => proofLinkSchema.parse(Object.fromEntries(new URL(url).searchParams));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a link', () => {
  test('is good for five minutes and no longer', () => {
    const query = queryOf(links.linkTo(id));
    vi.setSystemTime(Date.now() + limits.proofLink - 2_000);
    expect(links.isValid(id, query)).toBe(true);
    vi.setSystemTime(Date.now() + 2_000);
    expect(links.isValid(id, query)).toBe(false);
  });

  test('is good for its image alone, and only of this server', () => {
    const query = queryOf(links.linkTo(id));
    expect(links.isValid(randomUUID(), query)).toBe(false);
    const other = createProofLinks(Buffer.alloc(32, 2), 'https://invest.example.com');
    expect(other.isValid(id, query)).toBe(false);
  });

  test('begins where people reach the product', () => {
    expect(new URL(links.linkTo(id)).href).toMatch(`https://invest.example.com/api/proofs/${id}?`);
  });
});

describe('a transaction', () => {
  const shown = (imageUrl: string | null) => links.show({ imageUrl } as Transaction).imageUrl;

  test('shows the image we keep as a link', () => {
    expect(links.isValid(id, queryOf(shown(proofReference(id)) ?? ''))).toBe(true);
  });

  test.each([null, 'https://example.com/proof.png'])('shows %s as it is', (imageUrl) => {
    expect(shown(imageUrl)).toBe(imageUrl);
  });
});
