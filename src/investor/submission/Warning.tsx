import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ReactNode } from 'react';
import type { Consent } from './use-consent';

interface Props {
  /** What seems wrong. */
  children: ReactNode;
  /** What the person says by ticking the box. */
  consentText: string;
  consent: Consent;
}

/** Something that is allowed and looks like a mistake: it is sent once the person has said that it is meant. */
export function Warning({ children, consentText, consent }: Props) {
  return (
    <Alert severity="warning" role="group" aria-label="Please confirm">
      <span role="alert">{children}</span>
      <FormControlLabel
        sx={{ display: 'flex', alignItems: 'flex-start', mt: 0.5, ml: -1.25, mr: 0 }}
        slotProps={{ typography: { variant: 'body2', sx: { pt: 1.125, fontWeight: 560 } } }}
        control={
          <Checkbox
            color="default"
            checked={consent.given}
            onChange={({ target }) => consent.give(target.checked)}
            sx={{ color: 'inherit' }}
          />
        }
        label={consentText}
      />
    </Alert>
  );
}
