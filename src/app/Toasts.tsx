import { type ComponentType, useEffect, useState } from 'react';

/** Milliseconds between attempts to fetch the viewport when the network is down. */
const retryAfter = 5_000;

/** The toasts' viewport, fetched once the page stands: no first page waits for it. Toasts meanwhile wait. */
export function Toasts() {
  const [Viewport, setViewport] = useState<ComponentType>();

  useEffect(() => {
    let left = false;
    let timer = 0;
    async function load(): Promise<void> {
      try {
        const { ToastViewport } = await import('../shared/ToastViewport');
        if (!left) setViewport(() => ToastViewport);
      } catch {
        if (!left) timer = window.setTimeout(load, retryAfter);
      }
    }
    load();
    return () => {
      left = true;
      window.clearTimeout(timer);
    };
  }, []);

  return Viewport && <Viewport />;
}
