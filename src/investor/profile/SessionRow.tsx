import ComputerOutlined from '@mui/icons-material/ComputerOutlined';
import SmartphoneOutlined from '@mui/icons-material/SmartphoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Session } from '../../../contract/auth';
import { formatMoment } from '../../shared/format';

const handheld = /iPhone|iPad|Android/;

interface FactProps {
  name: string;
  value: string;
}

function Fact({ name, value }: FactProps) {
  return (
    <Box sx={{ display: 'flex', gap: 0.75, minWidth: 0 }}>
      <Box component="dt">{name}</Box>
      <Box component="dd" sx={{ m: 0, color: 'text.primary', overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    </Box>
  );
}

interface Props {
  session: Session;
  onEnd: () => void;
}

/** One sign-in: on what, from where, since when; and the way to end it. */
export function SessionRow({ session, onEnd }: Props) {
  const factsId = useId();
  const { device, ip, createdAt, lastSeenAt, current } = session;
  const Icon = handheld.test(device) ? SmartphoneOutlined : ComputerOutlined;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 1.5,
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
        alignItems: { xs: 'start', sm: 'center' },
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
        '&:first-of-type': { pt: 0 },
      }}
    >
      <Icon
        aria-hidden
        sx={{
          boxSizing: 'content-box',
          p: 1,
          borderRadius: 1,
          fontSize: 22,
          color: 'primary.main',
          bgcolor: 'action.selected',
        }}
      />
      <Box>
        <Typography
          component="div"
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontWeight: 600 }}
        >
          {device}
          {current && <Chip size="small" color="success" label="This device" />}
        </Typography>
        <Typography
          id={factsId}
          component="dl"
          variant="body2"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, m: 0, mt: 0.25, color: 'text.secondary' }}
        >
          <Fact name="IP address" value={ip ?? 'unknown'} />
          <Fact name="Signed in" value={formatMoment(createdAt)} />
          <Fact name="Last seen" value={formatMoment(lastSeenAt)} />
        </Typography>
      </Box>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={`Sign out ${current ? 'here' : device}`}
        // Two of the same kind are told apart by their dates.
        aria-describedby={factsId}
        onClick={onEnd}
        sx={{ gridColumn: { xs: 2, sm: 'auto' }, justifySelf: 'start', minHeight: { xs: 44, sm: 36 } }}
      >
        Sign out
      </Button>
    </Box>
  );
}
