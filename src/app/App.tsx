import { useEffect, useRef } from 'react';
import { RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { Providers } from './Providers';

interface Props extends Pick<RouterProviderProps, 'router'> {
  /**
   * Called once, when all of it hears of the router. The router keeps what it is told before for whoever hears of it first:
   * had anybody else been first, React would not learn of it.
   */
  onShown?: () => void;
}

/** The whole product, in the browser and where its pages are rendered at build time. */
export function App({ router, onShown }: Props) {
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    onShown?.();
  }, [onShown]);
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  );
}
