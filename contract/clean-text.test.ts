import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, visibleText } from './clean-text';
import * as fields from './fields';
import { validation } from './messages';
import { profileUpdateSchema, registrationSchema } from './user';
import { reasonHeader } from './wire';

const cleaned = (name: string) => fields.firstName.safeParse(name);
const refusalOf = (name: string) => cleaned(name).error?.issues[0]?.message;

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth);
const unseen = [
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
  ...range(0x2060, 0x2064),
  ...range(0xfe00, 0xfe0f),
  ...range(0xe0000, 0xe007f),
  ...range(0xe0100, 0xe01ef),
  ...[
    0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x061c, 0xfeff, 0x00ad, 0x180e, 0x115f, 0x1160, 0x3164, 0xffa0,
    0x034f, 0x2800,
  ],
].map((code) => String.fromCodePoint(code));

describe('what people type', () => {
  test('loses every character that shows nothing, wherever it stands', () => {
    for (const one of unseen) {
      expect([one.codePointAt(0)?.toString(16), cleanLine(`${one}A${one}${one}da ${one} L${one}`)]).toEqual([
        one.codePointAt(0)?.toString(16),
        'Ada L',
      ]);
    }
  });

  test.each([
    ['of two invisible characters', '\u200b\u2060'],
    ['of one letter and fillers', 'A\u3164\u3164'],
    ['of blanks of every kind', ' \u00a0\u3000\u2003'],
    ['of a letter between directions', '\u202eA\u202c'],
  ])('a name %s is too short', (_, name) => {
    expect(refusalOf(name)).toBe(validation.firstNameShort);
  });

  test.each([
    ['tab', 'A\tda'],
    ['line', 'A\nda'],
    ['control of the second set', 'A\u0085da'],
    ['end of a line that is none', 'A\u2028da'],
    ['NUL', 'A\0da'],
  ])('a %s in a name is refused', (_, name) => {
    expect(refusalOf(name)).toBe(validation.controlCharacters);
  });

  test('the marks of an endless tower are not sorted, which would take the square of how many there are', () => {
    const endless = `Ad${'\u0301\u0327'.repeat(40)}a`;
    expect(visibleText(endless)).toBe(endless);
    expect(refusalOf(endless)).toBe(validation.tooManyAccents);
    expect(visibleText('Ad\u0301\u0327a')).toBe('Ad\u0327\u0301a'.normalize('NFC'));
  });

  test.each([
    ['password', fields.password],
    ['password after a reset', fields.resetPassword],
  ])('half a character is refused in a %s', (_, schema) => {
    const parsed = schema.safeParse('correct \ud83d horse');
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([validation.brokenText]);
    expect(schema.safeParse('correct \u{1f40e} horse').success).toBe(true);
  });

  test('half a character is refused, and a tower of accents', () => {
    expect(refusalOf('Ada\ud83d')).toBe(validation.brokenText);
    expect(refusalOf('\udc00Ada')).toBe(validation.brokenText);
    expect(refusalOf(`Ad${'\u0301'.repeat(6)}a`)).toBe(validation.tooManyAccents);
    expect(refusalOf(`Ad${'\u0ea9'.repeat(2)}${'\u1039'.repeat(9)}a`)).toBe(validation.tooManyAccents);
  });

  test.each([
    'Nguyễn Thị Hồng',
    "O'Connor-Łukasiewicz",
    'علی\u200cرضا',
    'नागार्जुन',
    'क्\u200dषितिज',
    'လျှို့ဝှက်',
    'ศรีสุริโยทัย',
    '李小龍',
    '𠮷野家',
    'José María',
    'עִבְרִית',
  ])('%s stays as it is', (name) => {
    expect(cleaned(name).data).toBe(name.normalize('NFC'));
  });

  test('joiners stay between letters that they join, and nowhere else', () => {
    expect(cleanLine('A\u200dda')).toBe('Ada');
    expect(cleanLine('\u200cعلی\u200c')).toBe('علی');
    expect(cleanLine('علی\u200c\u200cرضا')).toBe('علیرضا');
    expect(cleanLine('علی\u200c رضا')).toBe('علی رضا');
  });

  test('is composed, and has single blanks inside and none around', () => {
    expect(cleaned('  Jose\u0301 \u00a0  Luis\u3000').data).toBe('Jos\u00e9 Luis');
  });

  test('is composed after what was between accents is gone', () => {
    const clean = '\u094d\u{1e008}'.normalize('NFC');
    expect(cleanLine('\u{1e008}\u202a\u094d')).toBe(clean);
    expect(cleanLine('\u{1e008}\u094d')).toBe(clean);
    expect(cleanLine('e\u200b\u0301')).toBe('\u00e9');
    expect(cleanLine('e\u200d\u0301')).toBe('\u00e9');
  });

  test('cleaned once is clean, whatever it was', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom(...unseen, 'ب', 'क', '्', ' '),
            fc.string({ unit: 'binary', maxLength: 2 }),
          ),
        }),
        (text) => {
          expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
          expect(visibleText(visibleText(text))).toBe(visibleText(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('is cleaned in every field, and in reasons, which keep their lines', () => {
    const hidden = '\u202e\u200b';
    const registration = registrationSchema.parse({
      firstName: `Ada${hidden}`,
      lastName: `${hidden}Lovelace`,
      email: 'ada@example.com',
      phoneNumber: '\u202a+44 20 7946 0000\u202c',
      country: `United${hidden} Kingdom`,
      password: 'correct horse',
    });
    expect(Object.values(registration).join()).not.toMatch(/[\u202a-\u202e\u200b]/);
    expect(registration.phoneNumber).toBe('+44 20 7946 0000');
    expect(profileUpdateSchema.parse({ lastName: `Love${hidden}lace` })).toEqual({ lastName: 'Lovelace' });
    expect(fields.walletAddress.parse(`1BoatSLRH\u200btKNngkdXEeobR76b53LETtpyT`)).not.toContain('\u200b');
    expect(fields.transactionId.parse('0xabc\ufeff')).toBe('0xabc');
    expect(reasonHeader.parse(` seen ${hidden}twice\non the chain `)).toBe('seen twice\non the chain');
    expect(reasonHeader.safeParse('a\u0007').success).toBe(false);
  });
});
