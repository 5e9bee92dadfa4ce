import ClearOutlined from '@mui/icons-material/ClearOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useInput } from 'ra-core';
import type { FilterChoice, FilterValue } from './filters';

// react-admin's own inputs hand MUI 9 a property it no longer knows, so these are MUI's with react-admin's hook.

/** Search in texts, the filter `q`. */
export function SearchFilter({ label = 'Search name or email' }: { label?: string | undefined }) {
  const { field } = useInput({ source: 'q', defaultValue: '' });
  return (
    <TextField
      {...field}
      inputRef={field.ref}
      size="small"
      placeholder={label}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: 200, enterKeyHint: 'search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchOutlined fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: field.value && (
            <IconButton size="small" edge="end" aria-label="Clear search" onClick={() => field.onChange('')}>
              <ClearOutlined fontSize="small" />
            </IconButton>
          ),
        },
      }}
      sx={{ width: { xs: '100%', sm: 264 } }}
    />
  );
}

// MUI shows the label in place of an empty value, so "all" needs one of its own.
const all = 'all';

/** One value of a field, or all of them. */
export function ChoiceFilter({ field: source, label, choices }: FilterChoice) {
  const { field } = useInput({ source, defaultValue: '' });
  return (
    <TextField
      select
      {...field}
      inputRef={field.ref}
      value={field.value || all}
      onChange={({ target }) => field.onChange(target.value === all ? '' : target.value)}
      size="small"
      label={label}
      sx={{ width: { sm: 152 }, flex: { xs: '1 1 128px', sm: 'none' } }}
    >
      <MenuItem value={all}>All</MenuItem>
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The text of a field, whole. */
export function TextFilter({ field: source, label }: FilterValue) {
  const { field } = useInput({ source, defaultValue: '' });
  return (
    <TextField
      {...field}
      inputRef={field.ref}
      size="small"
      label={label}
      slotProps={{ htmlInput: { maxLength: 200 } }}
      sx={{ width: { xs: '100%', sm: 200 } }}
    />
  );
}

const flagNames = { true: 'Yes', false: 'No' };

/** Yes, no, or both. */
export function FlagFilter({ field: source, label }: FilterValue) {
  const { field } = useInput({ source, defaultValue: '' });
  return (
    <TextField
      select
      {...field}
      inputRef={field.ref}
      value={field.value === '' ? all : String(field.value)}
      onChange={({ target }) => field.onChange(target.value === all ? '' : target.value === 'true')}
      size="small"
      label={label}
      sx={{ width: { sm: 128 }, flex: { xs: '1 1 128px', sm: 'none' } }}
    >
      <MenuItem value={all}>All</MenuItem>
      {Object.entries(flagNames).map(([value, name]) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
