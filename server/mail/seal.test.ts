import { expect, test } from 'vitest';
import type { OutgoingMail } from './deliver';
import { renderLetter } from './layout';
import { createMailSeal } from './seal';

const seal = createMailSeal(Buffer.alloc(32, 1));
const token = `token=01a2.password_changed.1790000000000.1792592000000.${'s-_'.repeat(14)}`;
const letter = renderLetter({
  brand: 'Averin',
  heading: 'Your verification code',
  blocks: [
    { code: '482913' },
    { link: { label: 'This was not me', url: `https://invest.example.com/auth/not-me#${token}` } },
    { link: { label: 'Enter the code', url: 'https://invest.example.com/auth/verify-email' } },
    { facts: [['Name', '{sealed:no} {sealed:} Ada']] },
  ],
});

function stored(mailId: string) {
  const { text, html, secrets } = letter;
  return { text: seal.hide(text, secrets, mailId), html: seal.hide(html, secrets, mailId) };
}

/** What arrives of what was stored for a mail. */
async function delivered(mail: Pick<OutgoingMail, 'id' | 'text' | 'html'>, by = seal) {
  const arrived: OutgoingMail[] = [];
  const deliver = by.opening(async (each) => {
    arrived.push(each);
  });
  const to = 'ada@example.com';
  await deliver({ to, subject: 'Your verification code', ...mail }, new AbortController().signal);
  return arrived[0];
}

test('a code and the token of a link are not in what is stored, and are where they were in what arrives', async () => {
  const { text, html } = stored('one');
  for (const part of [text, html]) {
    expect(part).not.toContain('482913');
    expect(part).not.toContain('password_changed');
    expect(part).toContain('https://invest.example.com/auth/not-me#');
  }
  expect(await delivered({ id: 'one', text, html })).toMatchObject({ text: letter.text, html: letter.html });
});

test('what was sealed for another mail, or with another key, opens nothing and leaves all the same', async () => {
  const { text, html } = stored('one');
  expect(await delivered({ id: 'two', text, html })).toMatchObject({ text, html });
  const other = createMailSeal(Buffer.alloc(32, 2));
  expect(await delivered({ id: 'one', text, html }, other)).toMatchObject({ text, html });
});

test('what people type in the same form arrives as they typed it', async () => {
  for (const typed of ['{sealed:ab}', `{sealed:${'A'.repeat(39)}}`, `{sealed:${'_'.repeat(400)}}`]) {
    expect(await delivered({ id: 'one', text: typed, html: typed })).toMatchObject({
      text: typed,
      html: typed,
    });
  }
});
