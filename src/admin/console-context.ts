import { createContext } from 'react';
import type { ConsoleOptions } from './console-props';
import type { Extensions } from './extensions/extension';

interface ConsoleContents extends Pick<ConsoleOptions, 'branding' | 'cards' | 'customRoutes' | 'menu'> {
  extensions: Extensions;
}

/** What an operator has added to the console, for the parts of it that show it. */
export const ConsoleContext = createContext<ConsoleContents>({ extensions: {} });
