import type { Plugin } from 'vite';

const asked = /\/@mui\/material\/.*locale\/utils\/buildFormatNumber\.mjs$/;

const late = `
function make(locale) {
  try {
    return new Intl.NumberFormat(locale);
  } catch {
    return { format: String };
  }
}
export default function buildFormatNumber(locale) {
  let format;
  return (value) => Number.isFinite(value) ? (format ??= make(locale)).format(value) : String(value);
}`;

/**
 * Has MUI ask the browser for a format of numbers when it writes one, and not as soon as its code is there: the first of them
 * takes a phone a tenth of a second (docs/decisions/0042-formats.md).
 */
export function lateFormats(): Plugin {
  let found = false;
  return {
    name: 'late-formats',
    apply: 'build',
    load(id) {
      if (!asked.test(id)) return undefined;
      found = true;
      return late;
    },
    buildEnd(error) {
      if (!error && !found) this.error('MUI no longer has the module that late-formats stands in for');
    },
  };
}
