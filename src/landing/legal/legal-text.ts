import type { LegalDocumentName } from '../../../contract/enums';
import { type LegalDocument, legalVersion } from '../../../contract/legal';
import { screens } from '../../../contract/paths';
import { isShown, type Provenance } from '../provenance';

export interface LegalSection {
  heading: string;
  /** A text is a paragraph; several in a list are its points. */
  body: readonly (string | readonly string[])[];
}

/** A legal document, as the operator writes it. */
export interface LegalText {
  title: string;
  /** What it is, in one or two sentences. */
  summary: string;
  /** A date or a name; letters, digits, spaces and . - _. Whoever agreed to another one is asked again. */
  version: string;
  /** What is new since the version before, for those who agreed to that one. */
  changes?: string;
  /** A sample, or who stands for the text and since when. */
  provenance: Exclude<Provenance, { kind: 'computed' }>;
  sections: readonly LegalSection[];
}

export type LegalTexts = Readonly<Record<LegalDocumentName, LegalText>>;

/** What the server must know of the documents. */
export function describeDocuments(texts: LegalTexts): LegalDocument[] {
  const names = Object.keys(texts) as LegalDocumentName[];
  return names.map((document) => {
    const { title, version, changes } = texts[document];
    return { document, title, version, path: screens[document], ...(changes && { changes }) };
  });
}

const isBlank = (text: string) => text.trim() === '';
const linesOf = ({ sections }: LegalText) =>
  sections.flatMap(({ heading, body }) => [heading, ...body.flat()]);

/** What a live site must not start without in its documents; empty when all is there. */
export function legalGaps(texts: LegalTexts, samples: LegalTexts): string[] {
  return (Object.keys(samples) as LegalDocumentName[]).flatMap((name) => {
    const text = texts[name];
    const problems: string[] = [];
    if (isBlank(text.title) || text.sections.length === 0 || linesOf(text).some(isBlank)) {
      problems.push('its title and its text');
    } else if (linesOf(text).join('\n') === linesOf(samples[name]).join('\n')) {
      problems.push('a text of your own: this is still the sample');
    }
    if (!legalVersion.test(text.version)) problems.push('its version');
    if (!isShown(text.provenance, 'live')) problems.push('who stands for it and since when (provenance)');
    return problems.map((problem) => `src/landing/legal/documents.ts, ${name}: ${problem}`);
  });
}
