/** Measures of the console's frame. Beside a table of a dozen columns every pixel counts. */
export const consoleFrame = {
  sidebarWidth: '13rem',
  barHeight: 56,
  pageSx: { px: { xs: 2, sm: 2.5, xl: 4 }, pt: { xs: 2, md: 0.5 }, pb: { xs: 4, md: 2 } },
} as const;
