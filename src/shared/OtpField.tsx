import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { OTPInput, type SlotProps } from 'input-otp';
import { type ClipboardEvent, type InputEvent, useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { plainDigits } from '../../contract/clean-text';
import { limits } from '../../contract/limits';

const digitsOf = (text: string) => plainDigits(text).replace(/\D/g, '');

/** Whether all digits are there and the caret rests on the last, as it does when they have been typed. */
function isFull({ value, selectionStart }: HTMLInputElement): boolean {
  return value.length === limits.otpLength && (selectionStart ?? 0) >= limits.otpLength - 1;
}

/** One digit more is not part of the code: it would else take the place of the last. */
function keepFull(event: InputEvent<HTMLInputElement>): void {
  if (event.data.length === 1 && isFull(event.currentTarget)) event.preventDefault();
}

/** The positions of the digits, group by group: [[0, 1], [2, 3], [4, 5]]. */
const groups = limits.otpGroups.map((size, group) => {
  const start = limits.otpGroups.slice(0, group).reduce<number>((sum, part) => sum + part, 0);
  return Array.from({ length: size }, (_, offset) => start + offset);
});

function Slot({ char, isActive, invalid }: Pick<SlotProps, 'char' | 'isActive'> & { invalid: boolean }) {
  return (
    <Box
      sx={(theme) => ({
        flex: 1,
        height: 56,
        display: 'grid',
        placeItems: 'center',
        fontSize: '1.375rem',
        fontWeight: 600,
        fontVariantNumeric: 'tabular-nums',
        borderRadius: 1,
        backgroundColor: 'background.paper',
        border: '1px solid',
        borderColor: invalid ? 'error.main' : theme.alpha((theme.vars ?? theme).palette.text.primary, 0.36),
        ...(isActive && { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 }),
      })}
    >
      {char}
    </Box>
  );
}

interface Props<Values extends FieldValues, Output> {
  name: FieldPath<Values>;
  control: Control<Values, unknown, Output>;
  label?: string;
}

/** A one-time code of six digits in three groups of two: typed, pasted, or filled in by the phone. */
export function OtpField<Values extends FieldValues, Output>({
  name,
  control,
  label = 'One-time code',
}: Props<Values, Output>) {
  const { field, fieldState } = useController({ name, control });
  const id = useId();

  /** Digits of any script are taken as ours, as in what is pasted; what is none leaves the field as it was. */
  function type(text: string): void {
    const digits = plainDigits(text);
    if (!/\D/.test(digits)) field.onChange(digits);
  }

  /** A whole code takes the place of what is there; into a full field nothing else fits. */
  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const pasted = digitsOf(event.clipboardData.getData('text/plain'));
    const isWhole = pasted.length >= limits.otpLength;
    if (!isWhole && !isFull(event.currentTarget)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isWhole) field.onChange(pasted.slice(0, limits.otpLength));
  }

  return (
    <FormControl error={fieldState.invalid}>
      <FormLabel htmlFor={id} sx={{ mb: 1 }}>
        {label}
      </FormLabel>
      <OTPInput
        {...field}
        id={id}
        maxLength={limits.otpLength}
        onChange={type}
        inputMode="numeric"
        autoComplete="one-time-code"
        // A code copied with the spaces it is printed with is still the code.
        pasteTransformer={digitsOf}
        onPasteCapture={paste}
        onBeforeInput={keepFull}
        aria-invalid={fieldState.invalid}
        aria-describedby={fieldState.error ? `${id}-error` : undefined}
        render={({ slots }) => (
          <Box sx={{ display: 'flex', gap: { xs: 1.5, sm: 3 } }}>
            {groups.map((positions) => (
              <Box key={positions[0]} sx={{ display: 'flex', flex: 1, gap: 1 }}>
                {positions.map((position) => (
                  <Slot
                    key={position}
                    char={slots[position]?.char ?? null}
                    isActive={slots[position]?.isActive ?? false}
                    invalid={fieldState.invalid}
                  />
                ))}
              </Box>
            ))}
          </Box>
        )}
      />
      {fieldState.error && <FormHelperText id={`${id}-error`}>{fieldState.error.message}</FormHelperText>}
    </FormControl>
  );
}
