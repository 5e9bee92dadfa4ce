import Button, { type ButtonProps } from '@mui/material/Button';
import { useEffect, useRef } from 'react';
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
  const button = useRef<HTMLButtonElement>(null);

  // A disabled button loses the focus. Once it can be pressed again it gets it back, unless something else has it.
  useEffect(() => {
    if (!isSubmitting) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus();
    };
  }, [isSubmitting]);

  return (
    <Button
      variant="contained"
      {...rest}
      ref={button}
      type="submit"
      disabled={!isValid || !isDirty || isSubmitting}
      loading={isSubmitting}
    />
  );
}
