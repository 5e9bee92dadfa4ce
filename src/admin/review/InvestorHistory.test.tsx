// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderRoutes } from '../../shared/testing/render-routes';
import { withStyles } from '../../shared/testing/styles';
import { buildTransaction } from '../testing/console-host';
import { InvestorHistory } from './InvestorHistory';

withStyles();
afterEach(cleanup);

it.each([
  ['a link to a page', { _id: 'u-1', history: [] }],
  ['a name', { history: [] }],
])('a name of many letters without a blank stays in its card: %s', (_, investor) => {
  const user = { ...buildTransaction().user, firstName: 'A'.repeat(100), lastName: '' };
  renderRoutes([{ path: '*', element: <InvestorHistory investor={investor} user={user} /> }], '/');
  expect(getComputedStyle(screen.getByText(user.firstName)).overflowWrap).toBe('anywhere');
});
