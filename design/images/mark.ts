import { escapeHtml } from '../../server/escape-html';

/** The tile's colours: the mark must read on light and on dark tab bars, so the tile lightens where those are dark. */
const tile = { light: '#0E5A47', dark: '#1F7A63' };

/** The mark's strokes for small sizes, on a grid of 32. */
const strokes =
  '<g fill="none" stroke="#F7F5F0" stroke-width="2.4" stroke-linecap="round"><path d="M7 25v-9a9 9 0 0 1 18 0v9"/><path d="M12 25v-4m4 4v-8m4 8v-6"/></g><circle cx="16" cy="12.4" r="1.8" fill="#E0B468"/>';

/** The icon of the browser's tab. */
export function favicon(title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>${escapeHtml(title)}</title>
  <style>@media (prefers-color-scheme: dark) { rect { fill: ${tile.dark} } }</style>
  <rect width="32" height="32" rx="7" fill="${tile.light}"/>
  ${strokes}
</svg>
`;
}

/** The icon as a square of `size` pixels; `inset` is the part of the side left free around the mark. */
export function icon(size: number, { rounded, inset }: { rounded: boolean; inset: number }): string {
  const scale = (1 - inset * 2) * 1.12;
  const shift = 16 - 16 * scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#15705A"/><stop offset="1" stop-color="#0B4A3A"/></linearGradient></defs>
    <rect width="32" height="32" rx="${rounded ? 7 : 0}" fill="url(#g)"/>
    <g transform="translate(${shift} ${shift}) scale(${scale})">${strokes}</g></svg>`;
}
