import Chip from '@mui/material/Chip';
import { standingNames } from '../../../contract/console-names';
import type { UserStanding } from '../../../contract/enums';

/** Says that a person may not sign in; nothing of those who may, and where the host does not say. */
export function StandingChip({ standing }: { standing: UserStanding | undefined }) {
  if (standing === undefined || standing === 'enabled') return null;
  return (
    <Chip
      size="small"
      color={standing === 'disabled' ? 'warning' : 'default'}
      label={standingNames[standing]}
    />
  );
}
