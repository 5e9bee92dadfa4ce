import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { type Control, useController } from 'react-hook-form';
import type { RegisterForm } from '../../contract/user';
import { LegalLinks } from '../shared/LegalLinks';

interface Props<Output> {
  control: Control<RegisterForm, unknown, Output>;
}

/** The tick without which nobody registers, and what it is about. */
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
                'aria-describedby': fieldState.invalid ? 'terms-error terms-documents' : 'terms-documents',
                ...(fieldState.invalid ? { 'aria-invalid': true } : {}),
              },
            }}
          />
        }
        label="Agree to terms and conditions"
      />
      {fieldState.error && <FormHelperText id="terms-error">{fieldState.error.message}</FormHelperText>}
      <Box id="terms-documents" sx={{ pl: 4, fontSize: '0.875rem', color: 'text.secondary' }}>
        Read first: <LegalLinks sx={{ display: 'inline-block', py: 1, mr: 1 }} />
      </Box>
    </FormControl>
  );
}
