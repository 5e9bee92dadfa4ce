// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { createBrowserRouter } from 'react-router-dom';
import { expect, it, onTestFinished } from 'vitest';
import { useLayer } from '../shared/layers';
import { startLayerHistory } from './layer-history';

it('a link followed right after a layer has closed is not taken back with its entry', async () => {
  const router = createBrowserRouter([{ path: '*', element: null }]);
  onTestFinished(() => router.dispose());
  startLayerHistory(router);
  const layers = () => Number(router.state.location.state?.layers ?? 0);
  const layer = renderHook(({ open }) => useLayer(open, () => {}), { initialProps: { open: true } });
  await waitFor(() => expect(layers()).toBe(1));

  const left = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  layer.rerender({ open: false });
  // By then the entry is being left, and the browser has not answered yet.
  await new Promise((resolve) => setTimeout(resolve));
  void router.navigate('/elsewhere');
  await left;
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  expect(layers()).toBe(0);
});
