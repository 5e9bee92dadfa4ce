import { useEffect, useRef } from 'react';

/** What lies over a page: a dialog, a drawer. */
interface Layer {
  close: () => void;
}

const layers: Layer[] = [];
let onChange: () => void = () => {};

/** For the app's history: is told whenever a layer opens or closes. */
export function watchLayers(listener: () => void): void {
  onChange = listener;
}

/** How many layers lie over the page. */
export function layerCount(): number {
  return layers.length;
}

/** Closes the layers above the first `count`, the top one first. */
export function closeLayersAbove(count: number): void {
  for (const layer of layers.slice(count).reverse()) layer.close();
}

/**
 * While it is open, what calls this lies over the page: the browser's way back closes it, and leaves the page only after
 * that. `close` may leave it open while it works.
 */
export function useLayer(open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const layer = { close: () => latest.current() };
    layers.push(layer);
    onChange();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      onChange();
    };
  }, [open]);
}
