import { type ComponentType, useEffect, useState } from 'react';
import { whenNeeded } from '../shared/loading/when-used';
import { whenToasted } from '../shared/toasts';

/** Milliseconds between attempts to fetch the viewport when the network is down. */
const retryAfter = 5_000;

/** The toasts' viewport, fetched when the page is used or has something to say: no first page waits for it. */
export function Toasts() {
  const [Viewport, setViewport] = useState<ComponentType>();

  useEffect(() => {
    let left = false;
    let timer = 0;
    async function load(): Promise<void> {
      try {
        await Promise.race([whenNeeded(), whenToasted()]);
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
