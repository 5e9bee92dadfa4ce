import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ReactNode } from 'react';

interface Props {
  /** What speaks against it. */
  children: ReactNode;
  label: string;
  accepted: boolean;
  onChange: (accepted: boolean) => void;
  disabled?: boolean;
}

/** Says what speaks against a confirmation, and asks whether it is meant all the same. */
export function AcceptAnyway({ children, label, accepted, onChange, disabled = false }: Props) {
  return (
    <Alert severity="error" sx={{ '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}>
      {children}
      <FormControlLabel
        sx={{ display: 'flex', mt: 0.5, mr: 0 }}
        disabled={disabled}
        control={
          <Checkbox
            size="small"
            color="error"
            checked={accepted}
            onChange={({ target }) => onChange(target.checked)}
          />
        }
        label={label}
        slotProps={{ typography: { variant: 'body2', sx: { fontWeight: 600 } } }}
      />
    </Alert>
  );
}
