/** Shows a text that is lower case to the letter (specification, section 2) as a sentence begins. */
export const sentenceCase = {
  display: 'inline-block',
  '&::first-letter': { textTransform: 'uppercase' },
} as const;
