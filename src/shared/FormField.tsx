import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel, { type InputLabelProps } from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';
import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form';

interface Texts {
  label: string;
  /** Stands beneath the field, and beneath what is wrong with it: a form to write in is needed then above all. */
  helperText?: ReactNode;
  /** What is wrong with the value that the form's own rules do not know; theirs comes first. */
  error?: string | undefined;
  slotProps?: {
    input?: Pick<OutlinedInputProps, 'startAdornment' | 'endAdornment'>;
    htmlInput?: OutlinedInputProps['inputProps'];
    inputLabel?: InputLabelProps;
  };
}

type Props<Values extends FieldValues, Output> = Pick<
  UseControllerProps<Values, FieldPath<Values>, Output>,
  'name' | 'control' | 'disabled'
> &
  Texts &
  Pick<OutlinedInputProps, 'autoComplete' | 'autoFocus' | 'minRows' | 'multiline' | 'placeholder' | 'type'>;

/**
 * A text field of a react-hook-form; its error stands beneath it, in small red text. Made of MUI's parts and not its
 * TextField, which would bring the code of selects and menus to every form.
 */
export function FormField<Values extends FieldValues, Output>({
  name,
  control,
  disabled,
  label,
  helperText,
  error,
  slotProps = {},
  ...rest
}: Props<Values, Output>) {
  const { field, fieldState } = useController({ name, ...(control ? { control } : {}) });
  const { ref, ...input } = field;
  const id = useId();
  const helperId = `${id}-helper`;
  const wrong = fieldState.error?.message ?? error;
  return (
    <FormControl fullWidth error={fieldState.invalid || error !== undefined} disabled={disabled ?? false}>
      <InputLabel htmlFor={id} {...slotProps.inputLabel}>
        {label}
      </InputLabel>
      <OutlinedInput
        {...rest}
        {...input}
        {...slotProps.input}
        id={id}
        inputRef={ref}
        label={label}
        inputProps={slotProps.htmlInput ?? {}}
        {...(wrong || helperText ? { 'aria-describedby': helperId } : {})}
        {...(slotProps.inputLabel?.shrink ? { notched: true } : {})}
      />
      {(wrong || helperText) && (
        <FormHelperText id={helperId} component="div">
          {wrong}
          {helperText && <Box sx={{ color: 'text.secondary' }}>{helperText}</Box>}
        </FormHelperText>
      )}
    </FormControl>
  );
}
