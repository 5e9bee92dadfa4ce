import type { ButtonProps } from '@mui/material/Button';
import { type RefObject, useEffect, useRef } from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import { useFormState } from 'react-hook-form';
import { enteredButton } from './typed-before';
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
  const off = !isValid || !isDirty;
  const button = useRef<HTMLButtonElement>(null);
  useEarlyEnter(button, off, isSubmitting);
  return (
    <WaitButton
      ref={button}
      variant="contained"
      {...rest}
      type="submit"
      wait={wait}
      disabled={off}
      loading={isSubmitting}
    />
  );
}

/**
 * Takes the Enter key that comes before the form has been checked: a browser sends no form whose button is off, and what
 * checks it may still be on its way. The form is sent once its button is on, unless anything is typed meanwhile.
 */
function useEarlyEnter(button: RefObject<HTMLButtonElement | null>, off: boolean, sending: boolean): void {
  const entered = useRef(false);

  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (enteredButton(event)) entered.current = off && !sending;
    };
    const onInput = () => {
      entered.current = false;
    };
    form.addEventListener('keydown', onKeyDown);
    form.addEventListener('input', onInput);
    return () => {
      form.removeEventListener('keydown', onKeyDown);
      form.removeEventListener('input', onInput);
    };
  }, [button, off, sending]);

  useEffect(() => {
    if (off || !entered.current) return;
    entered.current = false;
    button.current?.form?.requestSubmit(button.current);
  }, [button, off]);
}
