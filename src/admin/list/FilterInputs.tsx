import ClearOutlined from '@mui/icons-material/ClearOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { memo, useState } from 'react';
import { DateInput, SearchInput, SelectInput, TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { lazyPart } from '../../shared/loading/lazy-part';
import { AmountBound } from './AmountBound';
import {
  allName,
  type FilterChoice,
  type FilterRange,
  type FilterReference,
  type FilterValue,
  filterText,
} from './filters';
import { focusSearch } from './focus';

/** What every filter of a form of react-admin's gets: its place in the query, and that it is shown at once. */
interface Always {
  source: string;
  alwaysOn: true;
}

const longest = 200;
const searchName = 'Search name or email';

// The form renders its filters whenever something becomes of the list, and inputs of MUI take long: each is left as it is
// (memo) where nothing became of the filter itself.

/** Search in texts, the filter `q`. */
export const SearchFilter = memo(function SearchFilter({
  label = searchName,
  ...rest
}: Always & { label?: string | undefined }) {
  const { setValue } = useFormContext();
  const value: unknown = useWatch({ name: rest.source });
  return (
    <SearchInput
      {...rest}
      placeholder={label}
      format={filterText}
      // react-admin's own button does not say what it clears.
      resettable={false}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: longest, enterKeyHint: 'search' },
        input: {
          endAdornment: value ? (
            <IconButton
              size="small"
              edge="end"
              aria-label="Clear search"
              onClick={() => {
                focusSearch();
                setValue(rest.source, '');
              }}
            >
              <ClearOutlined fontSize="small" />
            </IconButton>
          ) : null,
        },
      }}
    />
  );
});

// MUI shows the label in place of an empty value, so "all" needs one of its own.
const all = { id: 'all', name: allName };

interface ChoiceProps extends Always {
  label: string;
  choices: FilterChoice['choices'];
  /** What the list is asked for, by the id of a choice. */
  read?: (id: string) => unknown;
}

/** What the address of a list may filter by that cannot be chosen: several values, or one that is not known. */
function otherChoice(value: unknown, choices: FilterChoice['choices']) {
  const id = filterText(value);
  if (id === '' || choices.some((choice) => choice.id === id)) return [];
  const nameOf = (each: unknown) => choices.find((choice) => choice.id === each)?.name ?? filterText(each);
  return [{ id, name: [value].flat().map(nameOf).join(', ') }];
}

/** One value of a field, or all of them. */
export const ChoiceFilter = memo(function ChoiceFilter({
  label,
  choices,
  read = (id) => id,
  ...rest
}: ChoiceProps) {
  const value: unknown = useWatch({ name: rest.source });
  return (
    <SelectInput
      {...rest}
      // As text it would say that something has to be chosen.
      label={<span>{label}</span>}
      choices={[all, ...choices, ...otherChoice(value, choices)]}
      translateChoice={false}
      // "All" is a choice; react-admin's own for none is called "Clear value".
      isRequired
      format={(value: unknown) => filterText(value) || all.id}
      parse={(id: string) => (id === all.id ? '' : read(id))}
      sx={{ width: { sm: '10.5rem' } }}
    />
  );
});

const flagChoices = [
  { id: 'true', name: 'Yes' },
  { id: 'false', name: 'No' },
];

const isYes = (id: string) => id === 'true';

/** Yes, no, or both. */
export function FlagFilter(props: Omit<ChoiceProps, 'choices'>) {
  return <ChoiceFilter {...props} choices={flagChoices} read={isYes} />;
}

/** The text of a field, whole; `lower` where the host keeps it in lower case. What is typed stays, what is asked for has no blanks around it. */
export const TextFilter = memo(function TextFilter({
  lower,
  ...props
}: Always & Pick<FilterValue, 'label'> & { lower: boolean }) {
  const [typed, setTyped] = useState('');
  const wanted = (text: string) => (lower ? text.trim().toLowerCase() : text.trim());
  return (
    <TextInput
      {...props}
      parse={wanted}
      format={(value: unknown) => (value === wanted(typed) ? typed : filterText(value))}
      onChange={({ target }) => setTyped(target.value)}
      slotProps={{ htmlInput: { maxLength: longest } }}
      sx={{ width: { xs: '100%', sm: 200 } }}
    />
  );
});

/** The lower or the upper bound of a field. */
export const BoundFilter = memo(function BoundFilter({
  kind,
  ...props
}: Always & Pick<FilterRange, 'kind' | 'label'>) {
  // Up to the rounding of the corner: "Last change from (UTC)" is not cut, on a narrow phone neither, nor where letters are set apart.
  const width = kind === 'days' ? `max(164px, ${0.54 * props.label.length}em)` : 148;
  const sx = { width: { sm: width }, '& label': { maxWidth: 'calc(133% - 20px)' } };
  return kind === 'days' ? (
    // Browsers take years of six digits, hosts do not.
    <DateInput {...props} sx={sx} slotProps={{ htmlInput: { max: '9999-12-31' } }} />
  ) : (
    <AmountBound {...props} sx={sx} plain={kind === 'numbers'} />
  );
});

/**
 * Fetched where something is referred to: a list of records to choose from is much code. The list waits for it as a whole:
 * an input that comes into the form after the others has lost the value that the address gave it.
 */
const ReferenceChoice = lazyPart(() => import('./ReferenceChoice'));

type ReferenceProps = Always & Pick<FilterReference, 'label' | 'reference'>;

/** Records that an address names are several: how many, and letting go of them. The choice below is of one. */
function SeveralFilter({
  source,
  label,
  count,
}: Pick<ReferenceProps, 'source' | 'label'> & { count: number }) {
  const { setValue } = useFormContext();
  return (
    <TextField
      label={label}
      value={`${count} chosen`}
      size="small"
      fullWidth
      slotProps={{
        input: {
          readOnly: true,
          endAdornment: (
            <IconButton
              size="small"
              edge="end"
              aria-label={`Clear ${label}`}
              onClick={() => setValue(source, '')}
            >
              <ClearOutlined fontSize="small" />
            </IconButton>
          ),
        },
      }}
    />
  );
}

/** A record of another resource, by what it is called. */
export function ReferenceFilter({ alwaysOn: _, ...props }: ReferenceProps) {
  const value: unknown = useWatch({ name: props.source });
  return (
    <Box sx={{ width: { xs: '100%', sm: '14.5rem' } }}>
      {Array.isArray(value) ? (
        <SeveralFilter source={props.source} label={props.label} count={value.length} />
      ) : (
        <ReferenceChoice {...props} asFilter />
      )}
    </Box>
  );
}
