import type { SxProps, Theme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useInput } from 'ra-core';
import { useEffect, useState } from 'react';
import { readAmount, seenAmount } from '../../../contract/amount';
import { filterText } from './filters';

interface Props {
  source: string;
  label: string;
  sx: SxProps<Theme>;
  /** A number of anything but dollars. */
  plain?: boolean;
}

/** What a typed bound filters by, '' for no bound; or why it is none. */
function boundOf(text: string, plain: boolean): { bound: string | number } | { problem: string } {
  const seen = seenAmount(text).replace('\u2212', '-');
  if (seen === '') return { bound: '' };
  if (plain) {
    const written = /^-?\d{1,3}(,?\d{3})*(\.(\d{1,20}))?$/.exec(seen);
    const digits = seen.replaceAll(',', '');
    // One of more digits than are kept would filter by another number.
    return written && Number(digits).toFixed(written[3]?.length) === digits
      ? { bound: Number(digits) }
      : { problem: 'write a number of at most 15 digits' };
  }
  const read = readAmount(text);
  return 'dollars' in read ? { bound: read.dollars } : read;
}

/**
 * An amount as people write it. react-admin's number input takes "1,250.50" for no number and says nothing; a filter that
 * silently does not filter shows the wrong people's money.
 */
export function AmountBound({ source, label, sx, plain = false }: Props) {
  const { field, id } = useInput({ source, defaultValue: '' });
  const set: unknown = field.value;
  const [text, setText] = useState(filterText(set));
  const read = boundOf(text, plain);
  const problem = 'problem' in read ? read.problem : undefined;

  useEffect(() => {
    // What is typed stays ("12." on the way to "12.5"), unless the filter was set elsewhere: reset, or Back.
    setText((typed) => {
      const now = boundOf(typed, plain);
      return 'bound' in now && now.bound === set ? typed : filterText(set);
    });
  }, [set, plain]);

  return (
    <TextField
      id={id}
      size="small"
      label={label}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const now = boundOf(target.value, plain);
        if ('bound' in now) field.onChange(now.bound);
      }}
      error={problem !== undefined}
      helperText={problem && set !== '' ? `${problem}; still filtered by ${filterText(set)}` : problem}
      slotProps={{ htmlInput: { inputMode: 'decimal', 'aria-invalid': problem !== undefined } }}
      sx={sx}
    />
  );
}
