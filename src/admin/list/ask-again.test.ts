import { expect, it, vi } from 'vitest';
import { ApiError } from '../../shared/api-error';
import { askAgain } from './ask-again';

const down = () => Promise.reject(new ApiError(0, []));

it('is stopped at once, also while it waits to ask again', async () => {
  const controller = new AbortController();
  const read = vi.fn(down);
  const answer = askAgain(read, controller.signal);
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
  controller.abort(new Error('stopped'));
  await expect(answer).rejects.toThrow('stopped');
  await expect(askAgain(read, controller.signal)).rejects.toThrow('stopped');
  expect(read).toHaveBeenCalledOnce();
});

it('a refusal is one at once, and what stays away is given up', async () => {
  vi.useFakeTimers();
  const { signal } = new AbortController();
  const refused = vi.fn(() => Promise.reject(new ApiError(403, [])));
  await expect(askAgain(refused, signal)).rejects.toThrow(ApiError);
  expect(refused).toHaveBeenCalledOnce();
  const away = vi.fn(down);
  const answer = expect(askAgain(away, signal)).rejects.toThrow(ApiError);
  await vi.runAllTimersAsync();
  await answer;
  expect(away).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
