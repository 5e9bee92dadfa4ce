import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { useConsoleText } from './console-text';
import { reasonLength, useReasonHelp } from './reason';

interface Props {
  value: string;
  onChange: (reason: string) => void;
  label?: string;
  help?: string;
  /** What becomes of it, where not only the audit log keeps it. */
  kept?: string;
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
  help,
  kept,
  optional = false,
  ...rest
}: Props) {
  const text = useConsoleText();
  const usual = useReasonHelp({ required: !optional, ...(kept && { kept }) });
  return (
    <TextField
      {...rest}
      label={text(label)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="off"
      helperText={help ?? usual}
      slotProps={{ htmlInput: { maxLength: reasonLength, ...(optional ? {} : { 'aria-required': true }) } }}
    />
  );
}
