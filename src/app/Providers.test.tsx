// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThemeToggle } from '../shared/ThemeToggle';
import { mediaWhere } from '../shared/testing/browser-stubs';
import { withStyles } from '../shared/testing/styles';
import { themeOf } from '../shared/theme-options';
import { Providers } from './Providers';

withStyles();

let systemIsDark: boolean;

beforeEach(() => {
  systemIsDark = false;
  // jsdom has no media queries.
  vi.stubGlobal(
    'matchMedia',
    mediaWhere((media) => systemIsDark && media.includes('dark')),
  );
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <Providers>
      <ThemeToggle />
    </Providers>,
  );
  return userEvent.setup();
}

/** The colour behind the page, by the CSS variable of the theme that the root element names. */
const background = () =>
  getComputedStyle(document.documentElement).getPropertyValue('--mui-palette-background-default');
const dark = themeOf('dark').palette.background.default;
const light = themeOf('light').palette.background.default;

describe('the theme', () => {
  it('is the one of the system until one was chosen, and then nothing is stored', () => {
    systemIsDark = true;
    open();
    expect(screen.getByRole('button', { name: 'Theme: system' })).toBeVisible();
    expect(background()).toBe(dark);
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('is chosen of light, dark and system, and kept under the key theme', async () => {
    const user = open();
    expect(background()).toBe(light);
    await user.click(screen.getByRole('button', { name: 'Theme: system' }));
    const choices = await screen.findAllByRole('menuitemradio');
    expect(choices.map((choice) => choice.textContent)).toEqual(['Light', 'Dark', 'System']);
    await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(background()).toBe(dark);
  });

  it('that was chosen is there after a reload, whatever the system has', () => {
    systemIsDark = true;
    localStorage.setItem('theme', 'light');
    open();
    expect(background()).toBe(light);
  });
});
