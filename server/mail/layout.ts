import { escapeHtml } from '../escape-html';

/** A part of a mail, in the order it is read. */
export type Block =
  | string
  /** What a person compares and copies, one below the other. */
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { code: string }
  | { link: { label: string; url: string } };

export interface Letter {
  brand: string;
  heading: string;
  blocks: readonly Block[];
}

/**
 * A letter as plain text and as HTML. The HTML sets no colour that a dark background would swallow: where a mail
 * program drops the style sheet, its own colours stay, and where it keeps it, the sheet has both schemes. `secrets` are what
 * opens something in it.
 */
export function renderLetter({ brand, heading, blocks }: Letter): {
  text: string;
  html: string;
  secrets: string[];
} {
  const text = [heading, ...blocks.map(blockText), brand].join('\n\n');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(heading)}</title>
<style>${letterSheet}</style></head>
<body><div class="letter">
<p class="brand">${escapeHtml(brand)}</p>
<h1>${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</div></body></html>
`;
  return { text: `${text}\n`, html, secrets: blocks.flatMap(blockSecrets) };
}

/** A code; of a link what is behind the #, which browsers send nobody. */
function blockSecrets(block: Block): string[] {
  if (typeof block === 'string') return [];
  if ('code' in block) return [block.code];
  const [, token] = 'link' in block ? block.link.url.split('#') : [];
  return token ? [token] : [];
}

/** The style sheet of letters, and of the page that shows those of demo mode. */
export const letterSheet = `:root{color-scheme:light dark}
body{margin:0;background:#F7F5F0;color:#17211D;font:16px/1.55 Inter,system-ui,-apple-system,'Segoe UI',sans-serif}
.letter{max-width:34rem;margin:0 auto;padding:2rem 1.25rem}
.brand{font:600 1.25rem 'Source Serif 4',Georgia,serif;color:#0E5A47;margin:0 0 1.5rem}
h1{font:600 1.5rem/1.25 'Source Serif 4',Georgia,serif;margin:0 0 1rem}
.fact{margin:.5rem 0;overflow-wrap:anywhere}
.code{font:600 2rem ui-monospace,Menlo,Consolas,monospace;letter-spacing:.25em;margin:1.25rem 0}
a{color:#0E5A47}
@media (prefers-color-scheme:dark){body{background:#0D1412;color:#E8EDE9}.brand,a{color:#5FC9A6}}`;

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  if ('code' in block) return block.code;
  return `${block.link.label}: ${block.link.url}`;
}

function blockHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  if ('facts' in block) {
    return block.facts
      .map(
        ([label, value]) =>
          `<p class="fact">${escapeHtml(label)}<br><strong>${escapeHtml(value)}</strong></p>`,
      )
      .join('\n');
  }
  if ('code' in block) return `<p class="code">${escapeHtml(block.code)}</p>`;
  const { label, url } = block.link;
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
}
