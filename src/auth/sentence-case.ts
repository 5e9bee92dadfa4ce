/** Shows a text that is kept in lower case (docs/rules.md, "Account pages") as a sentence begins. */
export const sentenceCase = {
  display: 'inline-block',
  '&::first-letter': { textTransform: 'uppercase' },
} as const;
