import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form';

type Props<Values extends FieldValues, Output> = UseControllerProps<Values, FieldPath<Values>, Output> &
  Omit<
    TextFieldProps,
    'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error' | 'disabled' | 'select'
  >;

/** A choice of a react-hook-form; its options are its children. Its error stands beneath it, in small red text. */
export function SelectField<Values extends FieldValues, Output>({
  name,
  control,
  helperText,
  ...rest
}: Props<Values, Output>) {
  const { field, fieldState } = useController({ name, ...(control ? { control } : {}) });
  const { ref, ...input } = field;
  return (
    <TextField
      select
      fullWidth
      {...rest}
      {...input}
      inputRef={ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? helperText}
    />
  );
}
