import type { Theme } from '@mui/material/styles';

/** Of the widest face that amounts are set in, in em: a digit with its part of the commas around it. */
const perCharacter = 0.6;

/** For the element around a fitted amount: its width is what the amount fits into. */
export const fittingSx = { containerType: 'inline-size' } as const;

/**
 * For an amount that stands alone: it is set in a variant's type, and smaller where its container has no room for all of
 * it. An amount that is cut off, or broken in the middle, is read as another one.
 */
export function fittedSx(text: string, variant: 'h2' | 'h3') {
  return (theme: Theme) => ({
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums lining-nums',
    fontSize: `min(${theme.typography[variant].fontSize}, calc(100cqi / ${(text.length * perCharacter).toFixed(1)}))`,
  });
}
