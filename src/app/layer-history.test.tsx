// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
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
  await waitFor(() => expect(layers()).toBe(1));
  return { router, layers, layer };
}

it('an entry that is left slowly is waited for, however soon after another', async () => {
  const { router, layers, layer } = await startWithLayer();
  layer.rerender({ open: false });
  await waitFor(() => expect(layers()).toBe(0));
  // Nearly as long as a step of the history is waited for.
  await new Promise((resolve) => setTimeout(resolve, 700));
  layer.rerender({ open: true });
  await waitFor(() => expect(layers()).toBe(1));
  const go = window.history.go.bind(window.history);
  vi.spyOn(window.history, 'go').mockImplementationOnce((steps) => void setTimeout(() => go(steps), 800));
  layer.rerender({ open: false });
  await new Promise((resolve) => setTimeout(resolve, 500));
  void router.navigate('/elsewhere');
  // Not before the entry is left: the step back would take it along.
  expect(router.state.location.pathname).not.toBe('/elsewhere');
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
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
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  expect(layers()).toBe(0);
});
