import SearchOutlined from '@mui/icons-material/SearchOutlined';
import InputAdornment from '@mui/material/InputAdornment';
import type { Theme } from '@mui/material/styles';
import { FieldRoot, SwitchLabelRoot, TickRoot } from './adapters';
import { NoChoice } from './NoChoice';

/** Without a help no line is kept free for one: what is wrong is said there all the same. */
const noHelp = { helperText: false } as const;

/** All inputs are as wide as they may be, and of one height. */
const ofOneSize = {
  fullWidth: true,
  size: 'medium',
  margin: 'dense',
  variant: 'outlined',
  ...noHelp,
} as const;

/** A moment is sent with its zone, which the browser's input leaves out: what was typed is the reader's time. */
const moment = {
  ...ofOneSize,
  // A browser may hand over a year that no date has.
  parse: (typed: string) => (Number.isNaN(Date.parse(typed)) ? null : new Date(typed).toISOString()),
};

/** The first choice of a list that must not be chosen from is a blank line by itself. */
const withoutChoice = { emptyText: <NoChoice /> };

/** MUI's boxes are of any element; their types do not say so. */
const tick: object = { component: TickRoot };
const switchLabel: object = { as: SwitchLabelRoot };

/**
 * The rows of an array: labels stand on the upper edge of their inputs. What can be done with a row is beside the first of
 * them, in sight, as keys come to nothing that is hidden.
 */
const rows = ({ theme }: { theme: Theme }) => ({
  '& .RaSimpleFormIterator-line': { gap: theme.spacing(1), paddingBlock: theme.spacing(1.5) },
  '& .RaSimpleFormIterator-form': { gap: theme.spacing(2) },
  '& .RaSimpleFormIterator-action': { flex: 'none', marginTop: 13, visibility: 'visible' as const },
});

const searchSlots = {
  input: {
    startAdornment: (
      <InputAdornment position="start">
        <SearchOutlined fontSize="small" />
      </InputAdornment>
    ),
  },
};

/** Inputs that may be within one of a reference: react-admin makes the outer one small among filters, and not them. */
const withinReference = ['RaAutocompleteInput', 'RaSelectInput', 'RaSelectArrayInput'] as const;

/** The theme of the filters of a list, which are of one height. */
export function filterTheme(theme: Theme): Theme {
  const small = withinReference.map((name) => {
    const input = theme.components?.[name];
    return [name, { ...input, defaultProps: { ...input?.defaultProps, size: 'small' } }] as const;
  });
  return { ...theme, components: { ...theme.components, ...Object.fromEntries(small) } };
}

/** How react-admin's inputs are by default. */
export function inputDefaults({ components }: Theme): NonNullable<Theme['components']> {
  return {
    MuiFormControl: {
      ...components?.MuiFormControl,
      defaultProps: { ...components?.MuiFormControl?.defaultProps, component: FieldRoot },
    },
    MuiCheckbox: { ...components?.MuiCheckbox, defaultProps: tick },
    MuiFormControlLabel: { ...components?.MuiFormControlLabel, defaultProps: switchLabel },
    RaTextInput: { defaultProps: ofOneSize },
    RaNumberInput: { defaultProps: ofOneSize },
    RaDateInput: { defaultProps: ofOneSize },
    RaDateTimeInput: { defaultProps: moment },
    RaTimeInput: { defaultProps: ofOneSize },
    RaSelectInput: { defaultProps: { ...ofOneSize, ...withoutChoice } },
    RaSelectArrayInput: {
      defaultProps: ofOneSize,
      // A line of what is chosen is as high as one of text.
      styleOverrides: { root: { '& .RaSelectArrayInput-chips': { margin: '-4.5px 0 -0.5px' } } },
    },
    RaNullableBooleanInput: { defaultProps: ofOneSize },
    RaBooleanInput: { defaultProps: noHelp },
    RaRadioButtonGroupInput: { defaultProps: noHelp },
    RaCheckboxGroupInput: { defaultProps: noHelp },
    RaTextArrayInput: { defaultProps: ofOneSize },
    // That of images is one, too.
    RaFileInput: { defaultProps: noHelp },
    RaArrayInput: { defaultProps: noHelp },
    RaSimpleFormIterator: { defaultProps: { fullWidth: true }, styleOverrides: { root: rows } },
    RaPasswordInput: { defaultProps: ofOneSize },
    RaAutocompleteInput: { defaultProps: ofOneSize },
    RaSearchInput: {
      defaultProps: { slotProps: searchSlots },
      // The glass stands in front, as in the console's own search.
      styleOverrides: {
        root: ({ theme }) => ({
          [theme.breakpoints.up('sm')]: { width: '16.5rem' },
          '& .MuiInputAdornment-positionEnd > .MuiSvgIcon-colorDisabled': { display: 'none' },
        }),
      },
    },
  };
}
