import ComputerOutlined from '@mui/icons-material/ComputerOutlined';
import SmartphoneOutlined from '@mui/icons-material/SmartphoneOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useId } from 'react';
import type { Session } from '../../../contract/auth';
import { FactRow } from '../../shared/FactRow';
import { formatMoment } from '../../shared/format';

const handheld = /iPhone|iPad|Android/;

interface Props {
  session: Session;
  onEnd: () => void;
}

/** One sign-in: on what, from where, since when; and the way to end it. */
export function SessionRow({ session, onEnd }: Props) {
  const factsId = useId();
  const { device, network, createdAt, lastSeenAt, current } = session;
  return (
    <FactRow
      Icon={handheld.test(device) ? SmartphoneOutlined : ComputerOutlined}
      title={
        <>
          {device}
          {current && <Chip size="small" color="success" label="This device" />}
        </>
      }
      factsId={factsId}
      facts={[
        { name: 'Network', value: network ?? 'unknown' },
        { name: 'Signed in', value: formatMoment(createdAt) },
        { name: 'Last used', value: formatMoment(lastSeenAt) },
      ]}
      action={
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={`Sign out ${current ? 'here' : device}`}
          // Two of the same kind are told apart by their dates.
          aria-describedby={factsId}
          onClick={onEnd}
          sx={{ minHeight: { xs: 44, sm: 36 } }}
        >
          Sign out
        </Button>
      }
    />
  );
}
