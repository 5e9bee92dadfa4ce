import Chip, { type ChipProps } from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { forwardRef } from 'react';
import { pageMessages } from '../../../contract/messages';
import { TextRoot } from './adapters';
import { shownDate } from './shown-date';

/** What react-admin gives an icon, and the tip about it what it is about. */
type MarkProps = Omit<ChipProps, 'ref'> & { fontSize?: unknown };

/**
 * Yes or no as the console's own columns say it; react-admin shows an icon, and what it means when it is pointed at. Here
 * that is the text: no tip has to say it once more.
 */
const Mark = forwardRef<HTMLDivElement, MarkProps>(function Mark(
  { fontSize: _size, 'aria-label': word, onMouseOver: _pointed, onTouchStart: _touched, ...rest },
  ref,
) {
  return <Chip {...rest} ref={ref} size="small" label={word} />;
});

const Yes = forwardRef<HTMLDivElement, MarkProps>(function Yes(props, ref) {
  return <Mark ref={ref} {...props} color="success" />;
});

/** react-admin's types know icons alone. */
const marks: object = { TrueIcon: Yes, FalseIcon: Mark };

/** What there is none of reads the same in all of the console. */
const orMissing = { emptyText: pageMessages.missing };
/** The same of fields whose `emptyText` would be preferred to an `empty` of an operator's own. */
const orNone = { empty: pageMessages.missing };
const noneOfSeveral = (
  <Typography component="span" variant="body2">
    {pageMessages.missing}
  </Typography>
);

/** MUI no longer takes what stands between the parts of a stack from `gap` itself, where react-admin says it. */
const apart = ({ theme, gap }: { theme: Theme; gap?: number | string }) => theme.unstable_sx({ gap });

/** All digits, as in the fields of a declared resource (../resource/field-text.ts). */
const number = { locales: 'en-US', options: { maximumFractionDigits: 20 }, noWrap: true };

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
  RaTextField: { defaultProps: { component: TextRoot, ...orMissing } },
  // The name is within the link, in a text of its own.
  RaReferenceField: {
    defaultProps: orNone,
    styleOverrides: { root: { '& .RaReferenceField-link > .MuiTypography-root': { fontWeight: 'inherit' } } },
  },
  RaReferenceOneField: { defaultProps: orNone },
  RaBooleanField: { defaultProps: { ...marks, ...orMissing } },
  // On one line, however narrow its column.
  RaDateField: { defaultProps: { transform: shownDate, noWrap: true, ...orMissing } },
  RaNumberField: { defaultProps: { ...number, ...orMissing } },
  RaEmailField: { defaultProps: orMissing },
  RaUrlField: { defaultProps: orMissing },
  RaSelectField: { defaultProps: orMissing },
  RaRichTextField: { defaultProps: orMissing },
  // As high as the console's own.
  RaChipField: { defaultProps: { size: 'small', ...orMissing } },
  RaSingleFieldList: {
    defaultProps: { empty: noneOfSeveral },
    styleOverrides: { root: apart },
  },
});
