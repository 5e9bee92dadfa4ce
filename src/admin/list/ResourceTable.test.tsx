// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUser } from '../../shared/testing/build-user';
import { withStyles } from '../../shared/testing/styles';
import { paged, startConsoleHost } from '../testing/console-host';
import { renderConsole } from '../testing/render-console';

withStyles();

it('a name that is too long for its cell is cut at its end, also where it is written from right to left', async () => {
  const name = 'محمد عبد الرحمن بن عبد الله';
  const host = await startConsoleHost({
    'GET /api/user/users': () => paged([buildUser({ lastName: name })]),
  });
  renderConsole(host, '/admin/users');
  const cell = await screen.findByTitle(name);
  expect(getComputedStyle(cell).getPropertyValue('unicode-bidi')).toBe('plaintext');
});
