// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { withStyles } from '../../shared/testing/styles';
import { Moment } from './Moment';

withStyles();
afterEach(cleanup);

it('a moment breaks between day and time alone, never before AM or PM', () => {
  const { container } = render(<Moment at="2026-03-04T12:05:00.000Z" />);
  const parts = [...container.querySelectorAll('time > span')];
  expect(parts.map((part) => part.textContent)).toEqual([
    expect.stringMatching(/^Mar \d, 2026,$/),
    expect.stringMatching(/^\d+:05\s[AP]M$/),
  ]);
  for (const part of parts) expect(part).toHaveStyle({ whiteSpace: 'nowrap' });
});

it('a moment that cannot be read stands as it came', () => {
  const { container } = render(<Moment at="yesterday, perhaps" />);
  expect(container).toHaveTextContent('yesterday, perhaps');
});
