import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';

interface Props {
  label: string;
  /** YYYY-MM-DD, or empty for none. */
  value: string;
  min?: string;
  max?: string;
  /** What is wrong with the day, if anything is. */
  error?: string | undefined;
  onDay: (value: string) => void;
}

/** A year is typed digit by digit, and "0002" is a year as well: those are not meant. */
const earliest = '2000-01-01';

/** A day to choose or to type; it counts once it is whole. */
export function DayField({ label, value, min, max, error, onDay }: Props) {
  const [typed, setTyped] = useState(value);
  /** What is half typed is nobody's mistake yet. */
  const [left, setLeft] = useState(false);
  const refused = left && typed !== '' && typed < earliest && typed !== value;
  const problem = refused ? `From ${earliest.slice(0, 4)} on` : error;

  useEffect(() => setTyped(value), [value]);

  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={typed}
      error={problem !== undefined}
      helperText={problem}
      onChange={({ target }) => {
        setTyped(target.value);
        setLeft(false);
        if (target.value === '' || target.value >= earliest) onDay(target.value);
      }}
      onBlur={() => setLeft(true)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: min || earliest, max: max || undefined } }}
    />
  );
}
