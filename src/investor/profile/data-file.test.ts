// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { dataFile, readablePage } from './data-file';

const data = {
  generatedAt: '2026-03-02T09:30:00.000Z',
  person: { _id: 'u-1', email: 'ada@example.com' },
  sections: [
    {
      name: 'sessions',
      title: 'Sessions',
      rows: [
        {
          userAgent: '<script>alert(1)</script>',
          ip: '203.0.113.7',
          createdAt: '2026-03-01T08:15:30.123Z',
          revokedAt: null,
        },
      ],
      withheld: [],
    },
    { name: 'users', title: 'Profile', rows: [{ firstName: 'O\'Brien & "Co"' }], withheld: ['passwordHash'] },
    {
      name: 'proofs',
      title: 'Proof images',
      rows: [
        { image: 'data:image/webp;base64,UklGR' },
        { image: 'data:image/webp;base64,A" onload="alert(1)' },
      ],
      withheld: [],
    },
  ],
};

/** jsdom's files have no text(). */
async function textOf(file: Blob): Promise<string> {
  const reader = new FileReader();
  reader.readAsText(file);
  await new Promise((done) => reader.addEventListener('load', done));
  return String(reader.result);
}

it('as JSON is what came, under the day it is of', async () => {
  const { file, name } = dataFile(data, 'json');
  expect(JSON.parse(await textOf(file))).toEqual(data);
  expect(name).toMatch(/-my-data-2026-03-02\.json$/);
  expect(file.type).toBe('application/json');
});

it('as a page shows each field in words, and what is withheld by its name', () => {
  const { body } = new DOMParser().parseFromString(readablePage(data), 'text/html');
  expect([...body.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Sessions',
    'Proof images',
  ]);
  expect([...body.querySelectorAll('dl')].map(({ textContent }) => textContent)).toContain(
    'User agent<script>alert(1)</script>IP address203.0.113.7Created at2026-03-01 08:15:30Revoked at-',
  );
  expect(body.textContent).toContain('Stored and not given out: password hash.');
  expect(body.textContent).toContain(`O'Brien & "Co"`);
});

it('as a page runs nothing of what somebody has typed, and shows images that are ones', () => {
  const page = new DOMParser().parseFromString(readablePage(data), 'text/html');
  expect(page.querySelectorAll('script')).toHaveLength(0);
  expect([...page.querySelectorAll('img')].map(({ src }) => src)).toEqual(['data:image/webp;base64,UklGR']);
  expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
});
