import type { ButtonProps } from '@mui/material/Button';
import type { Control, FieldValues } from 'react-hook-form';
import { useFormState } from 'react-hook-form';
import type { Wait } from './wait/use-wait';
import { WaitButton } from './wait/WaitButton';

interface Props<Values extends FieldValues, Output>
  extends Omit<ButtonProps, 'type' | 'disabled' | 'loading'> {
  control: Control<Values, unknown, Output>;
  /** Until when the server takes no more of this form. */
  wait?: Wait;
}

/** A form's submit button: disabled until the form is valid and changed, while it is being sent, and while a limit holds. */
export function SubmitButton<Values extends FieldValues, Output>({
  control,
  wait,
  ...rest
}: Props<Values, Output>) {
  const { isValid, isDirty, isSubmitting } = useFormState({ control });
  return (
    <WaitButton
      variant="contained"
      {...rest}
      type="submit"
      wait={wait}
      disabled={!isValid || !isDirty}
      loading={isSubmitting}
    />
  );
}
