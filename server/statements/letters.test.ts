import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codePointsOf, printable } from './letters';

const codesOf = (name: string) => codePointsOf(readFileSync(join(import.meta.dirname, 'fonts', name)));
const letters = codesOf('Inter-Regular.ttf');

describe('the letters of the fonts', () => {
  test('are Latin, Greek, Cyrillic and Vietnamese ones, and no others', () => {
    const has = (text: string) => [...text].map((letter) => letters.has(letter.codePointAt(0) ?? 0));
    expect(has('AzŽłñÑДяΩệ€\u2212—')).not.toContain(false);
    expect(has('王عไ김אの')).not.toContain(true);
  });

  test('are the same in both', () => {
    expect(codesOf('Inter-SemiBold.ttf')).toEqual(letters);
  });

  test('are not made up of what is no font', () => {
    expect(() => codePointsOf(Buffer.alloc(64))).toThrow('no table cmap');
  });
});

describe('a text as it is printed', () => {
  const printed = (text: string) => printable(text, letters, 'Name');

  test.each(['Željko Łukasz Достоевский', 'two\nlines', 'a  b', ''])('is what it was: %j', (text) => {
    expect(printed(text)).toBe(text);
  });

  test.each(['王小明', 'محمد علي', 'สมชาย ใจดี', '김 민수'])('says where it is read instead: %s', (text) => {
    expect(printed(text)).toBe('Name in letters that this document cannot show; see the account');
  });

  test('says so in the place of what is left out', () => {
    expect(printed('Wang 王 小明, Jr')).toBe('Wang [letters that this document cannot show] Jr');
    expect(printed('paid\n🎉 twice 🎉')).toBe(
      'paid\n[letters that this document cannot show] twice [letters that this document cannot show]',
    );
  });
});
