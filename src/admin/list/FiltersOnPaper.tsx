import GlobalStyles from '@mui/material/GlobalStyles';
import { useListContext, useTranslate } from 'ra-core';
import { get } from 'react-hook-form';
import { isSet } from './filter-set';

/** An input as a line of text, its label and what it says: nothing of it has a size or a place of its own. */
const asText = {
  display: 'flex !important',
  flex: 'none !important',
  '&, & *': { alignItems: 'baseline !important', minHeight: '0 !important' },
  '& *': {
    width: 'auto !important',
    maxWidth: 'none !important',
    minWidth: '0 !important',
    padding: '0 !important',
    position: 'static !important',
    transform: 'none !important',
    fieldSizing: 'content',
  },
  '& .MuiFormControl-root': { flexDirection: 'row', gap: 6 },
  '& .MuiInputLabel-root': { font: 'inherit !important', '&::after': { content: '":"' } },
  '& .MuiInputBase-root *': { fontWeight: 600 },
  '& :is(fieldset, svg, button, .MuiSelect-nativeInput, .MuiInputAdornment-root), & ::-webkit-calendar-picker-indicator':
    { display: 'none' },
} as const;

interface Props {
  /** The id of the form of filters. */
  form: string;
  /** What each of its filters is of. */
  sources: string[];
}

/** On paper the row of filters says which rows are on it: those that are set, each as text; one without a label is the search. */
export default function FiltersOnPaper({ form, sources }: Props) {
  const { filterValues } = useListContext();
  const translate = useTranslate();
  const row = `[id="${form}"]`;
  const set = sources
    .filter((source) => isSet(get(filterValues, source)))
    .map((source) => `${row} > [data-source=${JSON.stringify(source)}]`);
  const styles = {
    [`${row} > *`]: { display: 'none !important' },
    [row]:
      set.length > 0
        ? { columnGap: '24px !important', rowGap: '4px !important' }
        : { display: 'none !important' },
    ...(set.length > 0 && {
      [set.join()]: asText,
      [`${row} > :not(:has(.MuiInputLabel-root))::before`]: {
        content: JSON.stringify(`${translate('ra.action.search')}:`),
        marginInlineEnd: 6,
      },
    }),
  };
  return <GlobalStyles styles={{ '@media print': styles }} />;
}
