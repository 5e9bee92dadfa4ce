import type { Theme } from '@mui/material/styles';
import { buttonDefaults } from './button-defaults';
import { chartDefaults } from './chart-defaults';
import { fieldDefaults } from './field-defaults';
import { formDefaults } from './form-defaults';
import { inputDefaults } from './input-defaults';
import { listDefaults, listParts } from './list-defaults';
import { tableDefaults } from './table-defaults';

/**
 * The app's theme with what react-admin's own parts are told by default, and how they look: a page that an operator makes
 * of them as they come looks and behaves as the console's own.
 */
export function consoleTheme(theme: Theme): Theme {
  return {
    ...theme,
    components: {
      ...theme.components,
      ...buttonDefaults,
      ...chartDefaults(theme),
      ...formDefaults,
      ...inputDefaults(theme),
      ...listDefaults,
      ...listParts(theme),
      ...tableDefaults,
      ...fieldDefaults(theme),
    },
  };
}
