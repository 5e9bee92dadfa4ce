import { describe, expect, test } from 'vitest';
import { legalTexts } from './documents';
import { describeDocuments, type LegalText, type LegalTexts, legalGaps } from './legal-text';
import { samples } from './samples';

const own: LegalText = {
  title: 'Terms',
  summary: 'What we agree to.',
  version: '2026-03-01',
  provenance: { kind: 'claimed', source: 'Averin Asset Management Ltd', date: '2026-03-01' },
  sections: [{ heading: 'Your account', body: ['It is yours.', ['One', 'Two']] }],
};
const complete: LegalTexts = { terms: own, privacy: own, risk: own };
const gaps = (texts: LegalTexts) => legalGaps(texts, samples);

describe('the documents of a live site', () => {
  test('have no gaps when they are the operator’s own', () => {
    expect(gaps(complete)).toEqual([]);
  });

  test('are three, and the samples the product comes with are none of them', () => {
    const found = gaps(legalTexts).join('\n');
    for (const name of ['terms', 'privacy', 'risk']) {
      expect(found).toContain(`src/landing/legal/documents.ts, ${name}: a text of your own`);
    }
  });

  test.each([
    ['still the sample', { sections: samples.risk.sections }, 'a text of your own: this is still the sample'],
    ['empty', { sections: [] }, 'its title and its text'],
    [
      'without a word in a section',
      { sections: [{ heading: 'Your account', body: [' '] }] },
      'its title and',
    ],
    ['without a title', { title: '' }, 'its title and its text'],
    ['without a version', { version: '' }, 'its version'],
    ['of a version with odd letters', { version: '<b>' }, 'its version'],
    ['called a sample', { provenance: samples.risk.provenance }, 'who stands for it'],
    ['nobody stands for', { provenance: { kind: 'claimed', source: ' ', date: '' } }, 'who stands for it'],
  ] as [string, Partial<LegalText>, string][])('name one that is %s', (_, change, gap) => {
    const found = gaps({ ...complete, risk: { ...own, ...change } });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`src/landing/legal/documents.ts, risk: ${gap}`);
  });
});

test('the server is told version, address and what is new', () => {
  const changes = 'Withdrawals cost nothing.';
  expect(describeDocuments({ ...complete, risk: { ...own, changes } })).toEqual([
    { document: 'terms', title: 'Terms', version: '2026-03-01', path: '/legal/terms' },
    { document: 'privacy', title: 'Terms', version: '2026-03-01', path: '/legal/privacy' },
    { document: 'risk', title: 'Terms', version: '2026-03-01', path: '/legal/risk', changes },
  ]);
});
