import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { FigureChange } from '../../../contract/preview';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { toast } from '../../shared/toasts';
import { movedBetween } from '../accounts/account-edit';
import type { AccountRecord } from '../accounts/account-record';
import { FigureChanges } from '../accounts/FigureChanges';
import { conflictText, isStale } from '../failure';
import { useMay } from '../may';
import { useConsoleProvider } from '../provider/console-calls';
import { useOpenReport } from '../reports/use-open-report';

const ReasonDialog = lazyPart(() => import('../ReasonDialog'));

/** What the administrator was shown when they chose to freeze or unfreeze. */
interface Asked {
  account: AccountRecord;
  freeze: boolean;
  /** Set when the account has changed meanwhile: by whom, and the figures that have moved. */
  moved?: { why: string; figures: FigureChange[] };
}

interface Props {
  account: AccountRecord;
  onDone: () => void;
}

/** Blocks the withdrawals of an investor, or allows them again; for a reason, and only the account that was seen. */
export function FreezeButton({ account, onDone }: Props) {
  const provider = useConsoleProvider();
  // Kept from the click on: what is asked must not change beneath the reader when the account is read anew.
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayEdit = useMay('edit', 'accounts');
  const report = useOpenReport(String(account.id));
  if (!mayEdit) return null;
  const frozen = Boolean(account.frozenAt);
  // What the owner has reported is allowed again where the report is closed.
  if (frozen && report) return null;

  /** It is another one now: either it is what was wanted, or it is asked again beside what has changed. */
  async function askAnew({ account: seen, freeze }: Asked, error: unknown): Promise<void> {
    const { data: now } = await provider.getOne<AccountRecord>('accounts', { id: seen.id });
    onDone();
    if (Boolean(now.frozenAt) !== freeze) {
      const why = conflictText(error, 'Someone else has changed this account meanwhile. Nothing was sent.');
      setAsked({ account: now, freeze, moved: { why, figures: movedBetween(seen, now) } });
      return;
    }
    const done = freeze ? 'frozen' : 'unfrozen';
    toast({
      about: `freezing ${account.id}`,
      title: 'Account',
      description: conflictText(error, `Someone else has ${done} it meanwhile. Nothing was sent.`),
      variant: 'warning',
    });
    setAsked(null);
  }

  async function confirm(question: Asked, reason: string): Promise<void> {
    const { account: seen, freeze } = question;
    try {
      const version = typeof seen.version === 'number' ? seen.version : undefined;
      await provider.freezeAccount({ userId: String(seen.id), frozen: freeze, version, reason });
    } catch (error) {
      if (isStale(error)) return askAnew(question, error);
      throw error;
    }
    toast({
      about: `freezing ${account.id}`,
      title: 'Account',
      description: freeze ? 'Withdrawals are frozen' : 'Withdrawals are possible again',
      variant: 'success',
    });
    setAsked(null);
    onDone();
  }

  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={frozen ? 'primary' : 'error'}
        onClick={() => setAsked({ account, freeze: !frozen })}
      >
        {frozen ? 'Unfreeze' : 'Freeze'}
      </Button>
      <DialogPart code={ReasonDialog} onGiveUp={() => setAsked(null)}>
        {asked && (
          <ReasonDialog
            name={`${asked.freeze ? 'freeze' : 'unfreeze'}:${account.id}`}
            title={asked.freeze ? 'Freeze this account?' : 'Unfreeze this account?'}
            confirm={asked.freeze ? 'Freeze' : 'Unfreeze'}
            onConfirm={(reason) => confirm(asked, reason)}
            onCancel={() => setAsked(null)}
          >
            {asked.moved && (
              <Alert severity="warning" sx={{ mb: 2 }}>
                {asked.moved.why}
                {asked.moved.figures.length > 0 && <FigureChanges changes={asked.moved.figures} />}
              </Alert>
            )}
            {asked.freeze
              ? 'The investor cannot withdraw until you unfreeze the account. Everything else stays as it is. A mail says so.'
              : 'The investor may withdraw again. A mail says so.'}
          </ReasonDialog>
        )}
      </DialogPart>
    </>
  );
}
