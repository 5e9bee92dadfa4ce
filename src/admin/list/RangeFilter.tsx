import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useInput } from 'ra-core';
import { useEffect, useState } from 'react';
import { readAmount } from '../../../contract/amount';
import type { FilterRange } from './filters';

interface BoundProps {
  source: string;
  label: string;
  kind: FilterRange['kind'];
}

/** What a typed bound filters by, '' for no bound; or why it is none. */
function boundOf(kind: FilterRange['kind'], text: string): { bound: string | number } | { problem: string } {
  if (text.trim() === '' || kind === 'days') return { bound: text.trim() };
  if (kind === 'numbers') {
    const whole = /^-?\d{1,9}$/.test(text.trim());
    return whole ? { bound: Number(text) } : { problem: 'write a whole number' };
  }
  const read = readAmount(text);
  return 'dollars' in read ? { bound: read.dollars } : read;
}

function Bound({ source, label, kind }: BoundProps) {
  const { field } = useInput({ source, defaultValue: '' });
  const set: unknown = field.value;
  const [text, setText] = useState(String(set));
  const read = boundOf(kind, text);
  const problem = 'problem' in read ? read.problem : undefined;

  useEffect(() => {
    // What is typed stays ("12." on the way to "12.5"), unless the filter was set elsewhere: reset, or Back.
    setText((typed) => {
      const now = boundOf(kind, typed);
      return 'bound' in now && now.bound === set ? typed : String(set);
    });
  }, [set, kind]);

  return (
    <TextField
      size="small"
      label={label}
      type={kind === 'days' ? 'date' : 'text'}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const now = boundOf(kind, target.value);
        if ('bound' in now) field.onChange(now.bound);
      }}
      error={problem !== undefined}
      helperText={problem}
      slotProps={{
        inputLabel: kind === 'days' ? { shrink: true } : {},
        htmlInput: {
          ...(kind === 'days' ? {} : { inputMode: 'decimal' }),
          'aria-invalid': problem !== undefined,
        },
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
