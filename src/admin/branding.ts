import { createContext, type ReactNode } from 'react';

/** What stands at the head of the console's menu; null for the product's own mark and name. */
export const BrandingContext = createContext<ReactNode>(null);
