import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed, or shown as it will be. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    // jsdom has no media queries.
    const media = typeof window.matchMedia === 'function' ? window.matchMedia('print') : undefined;
    const follow = () => setPrinting(media?.matches ?? false);
    // The browser takes the page as it stands when the listeners are done.
    const before = () => flushSync(() => setPrinting(true));
    follow();
    media?.addEventListener('change', follow);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', follow);
    return () => {
      media?.removeEventListener('change', follow);
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', follow);
    };
  }, []);

  return printing;
}
