import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { BookCheckResult } from '../../../contract/books';
import { counted } from '../../shared/format';
import { Offenders } from './Offenders';

const states = {
  holds: { Icon: CheckCircleOutlined, color: 'success.main', text: 'Holds' },
  broken: { Icon: ErrorOutlined, color: 'error.main', text: 'Broken' },
  unknown: { Icon: HelpOutlineOutlined, color: 'warning.main', text: 'Not finished' },
} as const;

function stateOf({ holds }: BookCheckResult): keyof typeof states {
  if (holds === null) return 'unknown';
  return holds ? 'holds' : 'broken';
}

/** How many rows break it. */
function exceptionsText(offenders: number | null): string {
  if (offenders === null) return 'exceptions unknown';
  return offenders === 0 ? 'no exceptions' : counted(offenders, 'exception', 'exceptions');
}

interface Props {
  check: BookCheckResult;
  /** When it was checked. */
  checkedAt: string | null;
}

/** One invariant: what must hold, whether it does, how many rows break it, and which. */
export function CheckRow({ check, checkedAt }: Props) {
  const [open, setOpen] = useState(false);
  const { Icon, color, text } = states[stateOf(check)];
  const { _id, name, offenders, problem } = check;
  return (
    <Box
      component="li"
      sx={{
        px: { xs: 2, sm: 2.5 },
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Icon aria-hidden sx={{ color, fontSize: 22 }} />
        <Typography sx={{ flex: { xs: '1 1 70%', sm: 1 }, fontWeight: 560 }}>{name}</Typography>
        <Typography variant="body2" sx={{ color, fontWeight: 600 }}>
          {text}
        </Typography>
        <Typography
          variant="body2"
          color="textSecondary"
          // On a phone below the name, not below its icon.
          sx={{
            ml: { xs: 4.25, sm: 0 },
            minWidth: { sm: 110 },
            textAlign: 'right',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {exceptionsText(offenders)}
        </Typography>
        {offenders !== null && offenders > 0 && (
          <Button
            size="small"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            aria-label={`Rows that break: ${name}`}
          >
            {open ? 'Hide' : 'Show'}
          </Button>
        )}
      </Box>
      {problem && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {problem}
        </Typography>
      )}
      {open && <Offenders check={_id} checkedAt={checkedAt} />}
    </Box>
  );
}
