import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { TrxType } from '../../../../contract/enums';
import type { StatusStep } from '../../../../contract/ledger';
import type { Transaction } from '../../../../contract/transaction';
import { isWithoutCall } from '../../../shared/api-error';
import { LoadFailure } from '../../../shared/LoadFailure';
import { statusTones } from '../../../shared/status-tones';
import { momentText } from '../transaction-text';
import { useHistory } from './transaction-details';

/** What a step was, in words. */
export function stepText({ from, to, by }: StatusStep, trxType: TrxType): string {
  const who = by === 'investor' ? 'by you' : 'by the operator';
  if (from === null) return trxType === 'DEPOSIT' ? `Reported ${who}` : `Requested ${who}`;
  if (to === 'DECLINED' && by === 'investor') return `Cancelled ${who}`;
  return { PENDING: 'Reopened', CONFIRMED: 'Confirmed', DECLINED: 'Declined' }[to].concat(' ', who);
}

/** How the transaction came to its status: when, by whom, and why; left out where the host cannot say. */
export function StatusTimeline({ transaction }: { transaction: Transaction }) {
  const query = useHistory(transaction._id);
  if (isWithoutCall(query.error)) return null;
  return (
    <section aria-labelledby="status-history">
      <Typography id="status-history" variant="subtitle1" component="h3" sx={{ fontWeight: 600, mb: 1.5 }}>
        Status
      </Typography>
      <LoadFailure query={query} />
      {query.isPending && (
        <Stack role="status" aria-label="Loading the history" sx={{ gap: 1 }}>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </Stack>
      )}
      {query.data && (
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {query.data.map((step) => (
            <Step key={`${step.at}${step.to}`} step={step} trxType={transaction.trxType} />
          ))}
        </Box>
      )}
    </section>
  );
}

function Step({ step, trxType }: { step: StatusStep; trxType: TrxType }) {
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        pl: 3,
        pb: 2,
        // The line that leads to the next step.
        '&:not(:last-of-type)::before': {
          content: '""',
          position: 'absolute',
          left: 5,
          top: 14,
          bottom: -6,
          borderLeft: 1,
          borderColor: 'divider',
        },
        '&:last-of-type': { pb: 0 },
      }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          left: 0,
          top: 6,
          width: 11,
          height: 11,
          borderRadius: '50%',
          bgcolor: `${statusTones[step.to]}.main`,
          forcedColorAdjust: 'none',
        }}
      />
      <Typography variant="body2" sx={{ fontWeight: 560 }}>
        {stepText(step, trxType)}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p">
        <time dateTime={step.at}>{momentText(step.at)}</time> · {step.to}
      </Typography>
      {step.reason && (
        <Typography
          variant="body2"
          sx={{
            mt: 0.75,
            pl: 1.25,
            borderLeft: 2,
            borderColor: 'divider',
            overflowWrap: 'anywhere',
            whiteSpace: 'pre-line',
          }}
        >
          {step.reason}
        </Typography>
      )}
    </Box>
  );
}
