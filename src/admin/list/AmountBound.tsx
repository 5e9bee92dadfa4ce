import type { SxProps, Theme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useInput } from 'ra-core';
import { useEffect, useState } from 'react';
import { readAmount, seenAmount } from '../../../contract/amount';

interface Props {
  source: string;
  label: string;
  sx: SxProps<Theme>;
  /** Numbers without cents, as they are counted. */
  whole?: boolean;
}

/** What a typed bound filters by, '' for no bound; or why it is none. */
function boundOf(text: string, whole: boolean): { bound: string | number } | { problem: string } {
  const seen = seenAmount(text);
  if (seen === '') return { bound: '' };
  if (whole) {
    return /^-?\d{1,9}$/.test(seen) ? { bound: Number(seen) } : { problem: 'write a whole number' };
  }
  const read = readAmount(text);
  return 'dollars' in read ? { bound: read.dollars } : read;
}

/**
 * An amount as people write it. react-admin's number input takes "1,250.50" for no number and says nothing; a filter that
 * silently does not filter shows the wrong people's money.
 */
export function AmountBound({ source, label, sx, whole = false }: Props) {
  const { field, id } = useInput({ source, defaultValue: '' });
  const set: unknown = field.value;
  const [text, setText] = useState(String(set));
  const read = boundOf(text, whole);
  const problem = 'problem' in read ? read.problem : undefined;

  useEffect(() => {
    // What is typed stays ("12." on the way to "12.5"), unless the filter was set elsewhere: reset, or Back.
    setText((typed) => {
      const now = boundOf(typed, whole);
      return 'bound' in now && now.bound === set ? typed : String(set);
    });
  }, [set, whole]);

  return (
    <TextField
      id={id}
      size="small"
      label={label}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const now = boundOf(target.value, whole);
        if ('bound' in now) field.onChange(now.bound);
      }}
      error={problem !== undefined}
      helperText={problem && set !== '' ? `${problem}; still filtered by ${set}` : problem}
      slotProps={{ htmlInput: { inputMode: 'decimal', 'aria-invalid': problem !== undefined } }}
      sx={sx}
    />
  );
}
