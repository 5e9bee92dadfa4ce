import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { screens } from '../../../contract/paths';
import { isWithoutCall } from '../../shared/api-error';
import { useOwnFactors } from '../../shared/factors/own-factors';
import { counted } from '../../shared/format';
import { LoadFailure } from '../../shared/LoadFailure';
import { PageSection } from '../../shared/PageSection';

/** Whether the second factor is on, and the way to it; left out where the host knows none. */
export function SecondFactorSection() {
  const query = useOwnFactors();
  const { data: own, error, isPending } = query;
  if (isWithoutCall(error)) return null;
  const on = own !== undefined && own.factors.length > 0;
  return (
    <PageSection
      id="second-factor"
      title="Second factor"
      lead="A code of your phone or a passkey besides your password, so that nobody signs in with the password alone."
    >
      <LoadFailure query={query} />
      {isPending && <Skeleton variant="rounded" height={44} aria-label="Loading your second factors" />}
      {own && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            alignItems: 'center',
            justifyContent: 'space-between',
          }}
        >
          <Typography
            component="div"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}
          >
            <Chip size="small" color={on ? 'success' : 'warning'} label={on ? 'On' : 'Off'} />
            {on
              ? `${counted(own.factors.length, 'second factor', 'second factors')}, ${counted(own.recoveryCodesLeft, 'recovery code', 'recovery codes')} left`
              : 'Your password alone opens your account.'}
          </Typography>
          <Button component={Link} to={screens.secondFactor} variant={on ? 'outlined' : 'contained'}>
            {on ? 'Manage' : 'Set up'}
          </Button>
        </Box>
      )}
    </PageSection>
  );
}
