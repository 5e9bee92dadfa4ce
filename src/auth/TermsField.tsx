import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { type Control, useController } from 'react-hook-form';
import type { RegisterForm } from '../../contract/user';

interface Props<Output> {
  control: Control<RegisterForm, unknown, Output>;
}

/** The tick without which nobody registers. */
export function TermsField<Output>({ control }: Props<Output>) {
  const { field, fieldState } = useController({ name: 'terms', control });
  const { ref, value, ...rest } = field;
  return (
    <FormControl error={fieldState.invalid}>
      <FormControlLabel
        control={
          <Checkbox
            {...rest}
            checked={value}
            slotProps={{
              input: {
                ref,
                ...(fieldState.invalid ? { 'aria-invalid': true, 'aria-describedby': 'terms-error' } : {}),
              },
            }}
          />
        }
        label="Agree to terms and conditions"
      />
      {fieldState.error && <FormHelperText id="terms-error">{fieldState.error.message}</FormHelperText>}
    </FormControl>
  );
}
