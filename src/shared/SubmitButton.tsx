import Button, { type ButtonProps } from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import { useFormState } from 'react-hook-form';
import type { Wait } from './wait/use-wait';
import { WaitStatus } from './wait/WaitStatus';
import { clockText } from './wait/wait-text';

interface Props<Values extends FieldValues, Output>
  extends Omit<ButtonProps, 'type' | 'disabled' | 'loading'> {
  control: Control<Values, unknown, Output>;
  /** Until when the server takes no more of this form: counts down in the place of the button's text. */
  wait?: Wait;
}

/** The wait is worth reading although the button is off. */
const waiting = { fontVariantNumeric: 'tabular-nums', '&.Mui-disabled': { color: 'text.secondary' } };

/** A form's submit button: disabled until the form is valid and changed, while it is being sent, and while a limit holds. */
export function SubmitButton<Values extends FieldValues, Output>({
  control,
  wait,
  children,
  sx,
  ...rest
}: Props<Values, Output>) {
  const { isValid, isDirty, isSubmitting } = useFormState({ control });
  const button = useRef<HTMLButtonElement>(null);
  const seconds = wait?.seconds ?? 0;
  const away = isSubmitting || seconds > 0;

  // A disabled button loses the focus. Once it can be pressed again it gets it back, unless something else has it.
  useEffect(() => {
    if (!away) return;
    return () => {
      if (document.activeElement === document.body) button.current?.focus();
    };
  }, [away]);

  return (
    <>
      <Button
        variant="contained"
        {...rest}
        ref={button}
        type="submit"
        disabled={!isValid || !isDirty || away}
        loading={isSubmitting}
        sx={[...(Array.isArray(sx) ? sx : [sx]), seconds > 0 && waiting]}
      >
        {seconds > 0 ? `Try again in ${clockText(seconds)}` : children}
      </Button>
      {wait && <WaitStatus wait={wait} what="try again" />}
    </>
  );
}
