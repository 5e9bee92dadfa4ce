import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-command';

/** The project's documents, by their paths from its folder. */
export const documents: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The pictures that the documents show, by their paths from the project's folder. */
export function shownPictures(): string[] {
  const shown = documents.flatMap((path) =>
    [
      ...readFileSync(join(root, path), 'utf8').matchAll(/!\[[^\]]*\]\(([^)\s]+)\)|<img [^>]*src="([^"]+)"/g),
    ].map(([, inText, inTag]) => join(path, '..', inText ?? inTag ?? '')),
  );
  return [...new Set(shown)].sort();
}
