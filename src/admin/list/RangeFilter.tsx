import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useInput } from 'ra-core';
import { useEffect, useState } from 'react';
import { limits } from '../../../contract/limits';
import type { FilterRange } from './filters';

interface BoundProps {
  source: string;
  label: string;
  kind: FilterRange['kind'];
}

/** What a typed bound filters by; undefined while it is none, '' for no bound. */
function boundOf(kind: FilterRange['kind'], text: string): string | number | undefined {
  if (text.trim() === '' || kind === 'days') return text.trim();
  const amount = Number(text);
  const fits = /^-?\d+(\.\d{1,2})?$/.test(text.trim()) && Math.abs(amount) <= limits.maxAmount;
  return fits ? amount : undefined;
}

function Bound({ source, label, kind }: BoundProps) {
  const { field } = useInput({ source, defaultValue: '' });
  const set: unknown = field.value;
  const [text, setText] = useState(String(set));
  const wrong = boundOf(kind, text) === undefined;

  useEffect(() => {
    // What is typed stays ("12." on the way to "12.5"), unless the filter was set elsewhere: reset, or Back.
    setText((typed) => (boundOf(kind, typed) === set ? typed : String(set)));
  }, [set, kind]);

  return (
    <TextField
      size="small"
      label={label}
      type={kind === 'days' ? 'date' : 'text'}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const bound = boundOf(kind, target.value);
        if (bound !== undefined) field.onChange(bound);
      }}
      error={wrong}
      slotProps={{
        inputLabel: kind === 'days' ? { shrink: true } : {},
        htmlInput: { ...(kind === 'amounts' ? { inputMode: 'decimal' } : {}), 'aria-invalid': wrong },
      }}
      sx={{ flex: 1, minWidth: 0 }}
    />
  );
}

/** The lower and the upper bound of a field. */
export function RangeFilter({ field, label, kind }: FilterRange) {
  return (
    <Box sx={{ display: 'flex', gap: 1, width: { xs: '100%', sm: kind === 'days' ? 320 : 272 } }}>
      <Bound source={`${field}_gte`} label={`${label} from`} kind={kind} />
      <Bound source={`${field}_lte`} label={`${label} to`} kind={kind} />
    </Box>
  );
}
