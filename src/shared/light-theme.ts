import { themeOf } from './theme-options';

/** For the front page, which is always light. */
export const lightTheme = themeOf('light');
