import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { enumValues } from '../../../contract/enum-values';
import type { TrxStatus, TrxType } from '../../../contract/enums';
import { counted, formatDollars } from '../../shared/format';
import type { SeenBulkPreview } from '../provider/base-bulk';

const names: Record<TrxType, readonly [one: string, many: string]> = {
  DEPOSIT: ['deposit', 'deposits'],
  WITHDRAWAL: ['withdrawal', 'withdrawals'],
};

const transactions = ['transaction', 'transactions'] as const;

/** What a change of many would do: how many, of how much, and what to be warned of. */
export function BulkEffect({ preview, status }: { preview: SeenBulkPreview; status: TrxStatus }) {
  const {
    count,
    sum,
    byType,
    unchanged,
    decided = 0,
    overdraws,
    frozen,
    blocked = 0,
    withoutEffect,
  } = preview;
  return (
    <section aria-label="Effect">
      <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {count === 0
          ? 'Nothing would change'
          : `${counted(count, ...transactions)} of ${formatDollars(sum)} in all would become ${status}`}
      </Typography>
      {enumValues.trxTypes.map((type) => {
        const { count: many, sum: dollars } = byType[type];
        return (
          many > 0 && (
            <Typography key={type} variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {counted(many, ...names[type])}: {formatDollars(dollars)}
            </Typography>
          )
        );
      })}
      {unchanged > 0 && (
        <Typography variant="body2" color="textSecondary">
          {counted(unchanged, ...transactions)} {unchanged === 1 ? 'is' : 'are'} {status} already.
        </Typography>
      )}
      {decided > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {counted(decided, ...transactions)} {decided === 1 ? 'is' : 'are'} decided already: this changes the
          decision.
        </Alert>
      )}
      {withoutEffect && count > 0 && (
        <Alert severity="info" sx={{ mt: 1 }}>
          This host does not say what a change does to the accounts.
        </Alert>
      )}
      {overdraws > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {counted(overdraws, ...transactions)} would overdraw the account of the investor.
        </Alert>
      )}
      {blocked > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {counted(blocked, ...names.WITHDRAWAL)} {blocked === 1 ? 'is' : 'are'} left out: of frozen accounts,
          or not pending when their hold began (set those to PENDING first).
        </Alert>
      )}
      {frozen > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {counted(frozen, ...transactions)} of investors whose withdrawals are frozen at present.
        </Alert>
      )}
    </section>
  );
}
