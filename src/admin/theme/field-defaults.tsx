import Chip, { type ChipProps } from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import { useTranslate } from 'ra-core';
import { forwardRef } from 'react';
import { TextRoot } from './adapters';
import { shownDate } from './shown-date';

interface MarkProps {
  className?: string;
  'data-testid'?: string;
}

/** Yes or no as the console's own columns say it; react-admin shows an icon, and what it means when it is pointed at. */
const Mark = forwardRef<HTMLDivElement, MarkProps & Pick<ChipProps, 'color'> & { word: string }>(
  function Mark({ className, 'data-testid': id, color = 'default', word }, ref) {
    const translate = useTranslate();
    const given = { className, color, 'data-testid': id };
    return <Chip ref={ref} size="small" label={translate(word)} {...given} />;
  },
);

const Yes = forwardRef<HTMLDivElement, MarkProps>(function Yes(props, ref) {
  return <Mark ref={ref} {...props} color="success" word="ra.boolean.true" />;
});

const No = forwardRef<HTMLDivElement, MarkProps>(function No(props, ref) {
  return <Mark ref={ref} {...props} word="ra.boolean.false" />;
});

/** react-admin's types know icons alone. */
const marks: object = { TrueIcon: Yes, FalseIcon: No };

/** How react-admin's fields show dates, numbers, yes and no by default: as the console's own columns. */
export const fieldDefaults = ({ components }: Theme): NonNullable<Theme['components']> => ({
  MuiTypography: {
    ...components?.MuiTypography,
    // What counts or shows a field within a text is of its size.
    styleOverrides: {
      ...components?.MuiTypography?.styleOverrides,
      body2: {
        '.MuiTypography-root:not(a) > &:is(span, a), .MuiCard-root > &:is(span, a)': {
          fontSize: 'inherit',
          lineHeight: 'inherit',
        },
      },
    },
  },
  RaTextField: { defaultProps: { component: TextRoot } },
  // The name is within the link, in a text of its own.
  RaReferenceField: {
    styleOverrides: { root: { '& .RaReferenceField-link > .MuiTypography-root': { fontWeight: 'inherit' } } },
  },
  RaBooleanField: { defaultProps: marks },
  // On one line, however narrow its column.
  RaDateField: { defaultProps: { transform: shownDate, noWrap: true } },
  RaNumberField: { defaultProps: { locales: 'en-US', noWrap: true } },
});
