import type { PersonalData, PersonalSection } from '../../../contract/personal-data';
import { appConfig } from '../../app.config';

interface DataFile {
  file: Blob;
  name: string;
}

/** A file of a person's data: to be read by a program, or by the person. */
export function dataFile(data: PersonalData, form: 'json' | 'page'): DataFile {
  const name = `${appConfig.brand.toLowerCase()}-my-data-${data.generatedAt.slice(0, 10)}`;
  if (form === 'json') {
    const text = JSON.stringify(data, null, 2);
    return { file: new Blob([text], { type: 'application/json' }), name: `${name}.json` };
  }
  return { file: new Blob([readablePage(data)], { type: 'text/html;charset=utf-8' }), name: `${name}.html` };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** What people look for first, in this order; the rest comes in the order of the answer. */
const firstSections = ['users', 'accounts', 'transactions', 'withdrawal_addresses', 'ledger_entries'];

function inReadingOrder(sections: readonly PersonalSection[]): PersonalSection[] {
  const placeOf = ({ name }: PersonalSection) => {
    const place = firstSections.indexOf(name);
    return place < 0 ? firstSections.length : place;
  };
  return sections.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** 'userAgent' as 'User agent'. */
function wordsOf(field: string): string {
  if (field === 'ip') return 'IP address';
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A time as the wire has it, to the second. */
const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/;

const isImage = (value: unknown): value is string =>
  typeof value === 'string' && /^data:image\/webp;base64,[A-Za-z0-9+/=]+$/.test(value);

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (isImage(value)) return `<img src="${value}" alt="Proof image">`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return escaped(typeof value === 'object' ? JSON.stringify(value) : String(value).replace(time, '$1 $2'));
}

function sectionPart({ title, rows, withheld }: PersonalSection): string {
  const rowParts = rows.map(
    (row) =>
      `<dl>${Object.entries(row)
        .map(([field, value]) => `<div><dt>${escaped(wordsOf(field))}</dt><dd>${shown(value)}</dd></div>`)
        .join('')}</dl>`,
  );
  const secrets =
    withheld.length > 0
      ? `<p>Stored and not given out: ${escaped(withheld.map((field) => wordsOf(field).toLowerCase()).join(', '))}.</p>`
      : '';
  return `<section><h2>${escaped(title)}</h2>${rowParts.join('')}${secrets}</section>`;
}

/** The data as a page of its own, to read and to print, without scripts and without anything from elsewhere. */
export function readablePage({ generatedAt, person, sections }: PersonalData): string {
  const heading = `What ${appConfig.brand} stores about you`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(heading)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<style>
:root{color-scheme:light dark;--edge:light-dark(#ddd,#35403b);--quiet:light-dark(#55605b,#a3b0aa)}
body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:light-dark(#1c2421,#e6ece9);background:light-dark(#fff,#111614)}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--edge)}
dl{border:1px solid var(--edge);border-radius:8px;padding:.5rem .75rem;margin:.5rem 0;break-inside:avoid}
div{display:flex;flex-wrap:wrap;gap:0 1rem}dt{flex:0 0 8.5rem;color:var(--quiet)}
@media print{:root{color-scheme:light}}dd{flex:1 1 14rem;margin:0;overflow-wrap:anywhere}
img{max-width:100%;height:auto}
</style></head><body><main>
<h1>${escaped(heading)}</h1>
<p>${escaped(person.email)}, ${escaped(generatedAt.slice(0, 16).replace('T', ' '))} UTC. Amounts in US dollars, times in UTC.</p>
${inReadingOrder(sections).map(sectionPart).join('\n')}
</main></body></html>`;
}
