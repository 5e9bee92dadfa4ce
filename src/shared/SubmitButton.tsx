import Button, { type ButtonProps } from '@mui/material/Button';
import type { Control, FieldValues } from 'react-hook-form';
import { useFormState } from 'react-hook-form';

interface Props<Values extends FieldValues, Output>
  extends Omit<ButtonProps, 'type' | 'disabled' | 'loading'> {
  control: Control<Values, unknown, Output>;
}

/** A form's submit button: disabled until the form is valid and changed, and while it is being sent. */
export function SubmitButton<Values extends FieldValues, Output>({
  control,
  ...rest
}: Props<Values, Output>) {
  const { isValid, isDirty, isSubmitting } = useFormState({ control });
  return (
    <Button
      variant="contained"
      {...rest}
      type="submit"
      disabled={!isValid || !isDirty || isSubmitting}
      loading={isSubmitting}
    />
  );
}
