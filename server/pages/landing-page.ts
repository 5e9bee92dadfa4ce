import { figureNames, figureToken, publicUrlToken, yearToken } from '../../contract/site';
import { escapeHtml } from '../escape-html';
import { createHtmlPage, type FixedContent } from '../fixed-content';
import type { Figures } from './figures';

/** Puts values in the places of their tokens, as HTML shows them. */
export function fill(template: string, values: ReadonlyMap<string, string>): string {
  const tokens = new RegExp([...values.keys()].join('|'), 'g');
  return template.replaceAll(tokens, (token) => escapeHtml(values.get(token) ?? ''));
}

/** The front page: its template with the figures and the year of the moment, made anew only when one has changed. */
export function createLandingPage(
  template: string,
  publicUrl: string,
  readFigures: () => Promise<Figures>,
): () => Promise<FixedContent> {
  let last: { figures: Figures; year: string; page: FixedContent } | undefined;
  return async () => {
    const figures = await readFigures();
    const year = String(new Date().getFullYear());
    if (last?.year === year && figureNames.every((name) => last?.figures[name] === figures[name])) {
      return last.page;
    }
    const values = new Map([
      ...figureNames.map((name) => [figureToken(name), figures[name]] as const),
      [publicUrlToken, publicUrl],
      [yearToken, year],
    ]);
    const page = createHtmlPage(fill(template, values));
    last = { figures, year, page };
    return page;
  };
}
