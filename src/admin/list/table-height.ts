/** As high as the table of a list may be, so that the window ends with its pages: title, filters and pages are around it. */
export const tableHeight = 'max(420px, calc(100dvh - 247px))';
