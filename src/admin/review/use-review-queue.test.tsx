// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { expect, it, vi } from 'vitest';
import { dataProvider } from '../data-provider';
import { buildTransaction, paged, startConsoleHost } from '../testing/console-host';
import { useReviewQueue } from './use-review-queue';

it('a decision that is answered late takes back nothing that was skipped meanwhile', async () => {
  const host = await startConsoleHost({
    'GET /api/transaction/transactions': () =>
      paged(['t-1', 't-2', 't-3'].map((_id) => buildTransaction({ _id }))),
  });
  vi.stubEnv('VITE_API_URL', host.url);
  const { result } = renderHook(useReviewQueue, {
    wrapper: ({ children }) => <CoreAdminContext dataProvider={dataProvider}>{children}</CoreAdminContext>,
  });
  await waitFor(() => expect(result.current.current?.id).toBe('t-1'));
  const { leave } = result.current;
  act(() => result.current.leave('t-2', 'skipped'));
  act(() => leave('t-1', 'decided'));
  expect(result.current.current?.id).toBe('t-3');
  expect(result.current.count).toBe(2);
});
