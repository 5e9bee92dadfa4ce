// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { createBrowserRouter } from 'react-router-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useLayer } from '../shared/layers';
import { startLayerHistory } from './layer-history';

/** A router whose history knows of layers, one of them open. */
async function startWithLayer() {
  const router = createBrowserRouter([{ path: '*', element: null }]);
  onTestFinished(() => router.dispose());
  startLayerHistory(router);
  const layers = () => Number(router.state.location.state?.layers ?? 0);
  const layer = renderHook(({ open }) => useLayer(open, () => {}), { initialProps: { open: true } });
  await expect.poll(layers).toBe(1);
  return { router, layers, layer };
}

it('an entry that is left slowly is waited for, however soon after another', async () => {
  // The page's timers alone: jsdom takes the steps of its history by its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const { router, layers, layer } = await startWithLayer();
  layer.rerender({ open: false });
  await expect.poll(layers).toBe(0);
  // Nearly as long as a step of the history is waited for.
  await vi.advanceTimersByTimeAsync(700);
  layer.rerender({ open: true });
  await expect.poll(layers).toBe(1);
  const go = window.history.go.bind(window.history);
  let leave = () => {};
  const asked = vi.spyOn(window.history, 'go').mockImplementationOnce((steps) => {
    leave = () => go(steps);
  });
  layer.rerender({ open: false });
  await expect.poll(() => asked).toHaveBeenCalledOnce();
  // Longer than the wait for the first entry, shorter than that for this one.
  await vi.advanceTimersByTimeAsync(500);
  void router.navigate('/elsewhere');
  // Not before the entry is left: the step back would take it along.
  expect(router.state.location.pathname).not.toBe('/elsewhere');
  leave();
  await expect.poll(() => router.state.location.pathname).toBe('/elsewhere');
  expect(layers()).toBe(0);
});

it('a link followed right after a layer has closed is not taken back with its entry', async () => {
  const { router, layers, layer } = await startWithLayer();

  const left = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  layer.rerender({ open: false });
  // By then the entry is being left, and the browser has not answered yet.
  await new Promise((resolve) => setTimeout(resolve));
  void router.navigate('/elsewhere');
  await left;
  await expect.poll(() => router.state.location.pathname).toBe('/elsewhere');
  expect(layers()).toBe(0);
});
