import { RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { Providers } from './Providers';

/** The whole product, in the browser and where its pages are rendered at build time. */
export function App({ router }: Pick<RouterProviderProps, 'router'>) {
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  );
}
