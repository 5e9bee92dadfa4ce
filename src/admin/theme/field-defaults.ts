import type { Theme } from '@mui/material/styles';
import { shownDate } from './shown-date';

/** How react-admin's fields show dates and numbers by default: as the console's own columns. */
export const fieldDefaults: NonNullable<Theme['components']> = {
  RaDateField: { defaultProps: { transform: shownDate } },
  RaNumberField: { defaultProps: { locales: 'en-US' } },
};
