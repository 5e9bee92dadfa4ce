import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { reasonHelp, reasonLength } from './reason';

interface Props {
  value: string;
  onChange: (reason: string) => void;
  label?: string;
  help?: string;
  optional?: boolean;
  autoFocus?: boolean;
  error?: boolean;
  fullWidth?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** Why an administrator does something, for the audit log; in dialogs that are no form of several fields. */
export function ReasonField({
  value,
  onChange,
  label = 'Reason',
  help = reasonHelp,
  optional = false,
  ...rest
}: Props) {
  return (
    <TextField
      {...rest}
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="off"
      helperText={help}
      slotProps={{ htmlInput: { maxLength: reasonLength, ...(optional ? {} : { 'aria-required': true }) } }}
    />
  );
}
