import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { entryKindNames } from '../../../contract/entry-names';
import type { FigureEntry } from '../../../contract/ledger';
import { formatDollars, signedDollars } from '../../shared/format';
import { transactionLink } from '../transactions/transaction-link';
import { momentText } from '../transactions/transaction-text';

const by = { operator: 'by the operator', investor: 'by you' } as const;

/** One entry: what it was, when, by whom and why, what it moved, and the figure after it. */
export function EntryRow({ entry }: { entry: FigureEntry }) {
  const { kind, amount, createdAt, postedBy, reason, trxId, figureAfter } = entry;
  const adjustment = kind === 'adjustment';
  return (
    <Box
      component="li"
      tabIndex={-1}
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        '@media (max-width: 319px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
        columnGap: 2,
        py: 1.75,
        pl: '21px',
        pr: 3,
        // What the operator posted by hand is told apart at a glance, and by its name.
        borderLeft: 3,
        borderLeftColor: adjustment ? 'secondary.light' : 'transparent',
        borderBottom: 1,
        borderBottomColor: 'divider',
        outlineOffset: -2,
        '& p': { fontVariantNumeric: 'tabular-nums' },
      }}
    >
      <Typography variant="subtitle2" color={adjustment ? 'secondary' : 'textPrimary'}>
        {entryKindNames[kind]}
      </Typography>
      <Typography
        variant="subtitle2"
        sx={{ textAlign: 'right', color: amount > 0 ? 'success.main' : 'text.primary' }}
      >
        {signedDollars(amount)}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary">
        <time dateTime={createdAt}>{momentText(createdAt)}</time>
        {!adjustment && `, ${by[postedBy]}`}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ textAlign: 'right' }}>
        <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)', whiteSpace: 'nowrap' }}>
          Figure after:{' '}
        </Box>
        {formatDollars(figureAfter)}
      </Typography>
      {(reason || adjustment) && (
        <Typography variant="caption" component="p" sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>
          {reason ? `Reason: ${reason}` : 'No reason was given'}
        </Typography>
      )}
      {trxId && (
        <Typography variant="caption" component="p" sx={{ gridColumn: '1 / -1', mt: 0.25 }}>
          {/* The end of an id tells transactions apart; its beginning is the time, which many share. */}
          <Link
            component={RouterLink}
            to={transactionLink(trxId)}
            sx={{ display: 'inline-block', lineHeight: 2 }}
          >
            Transaction …{trxId.slice(-8)}
          </Link>
        </Typography>
      )}
    </Box>
  );
}
