import type { LegalTexts } from './legal-text';
import { samples } from './samples';

/*
 * The legal documents. An operator replaces each sample with a text of their own:
 *
 *   terms: {
 *     title: 'Terms and conditions',
 *     summary: 'What you and we agree to.',
 *     version: '2026-03-01',
 *     changes: 'Withdrawals are now possible above $100.',
 *     provenance: { kind: 'claimed', source: 'Averin Asset Management Ltd', date: '2026-03-01' },
 *     sections: [{ heading: 'Your account', body: ['A paragraph.', ['A point.', 'Another.']] }],
 *   },
 *
 * A new version asks every investor again, when they next come to the dashboard.
 */
export const legalTexts: LegalTexts = {
  terms: samples.terms,
  privacy: samples.privacy,
  risk: samples.risk,
};
