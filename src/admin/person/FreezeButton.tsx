import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { v4 as randomUuid } from 'uuid';
import { call } from '../../shared/api';
import { toast } from '../../shared/toasts';
import { useMay } from '../may';

const ReasonDialog = lazy(() => import('../ReasonDialog'));

interface Props {
  userId: string;
  frozen: boolean;
  onDone: () => void;
}

/** Blocks the withdrawals of an investor, or allows them again; for a reason. */
export function FreezeButton({ userId, frozen, onDone }: Props) {
  const [asking, setAsking] = useState(false);
  const mayEdit = useMay('edit', 'accounts');
  if (!mayEdit) return null;

  async function confirm(reason: string): Promise<void> {
    await call('freezeAccount', {
      params: { userId },
      body: { frozen: !frozen },
      reason,
      idempotencyKey: randomUuid(),
    });
    toast({
      title: 'Account',
      description: frozen ? 'Withdrawals are possible again' : 'Withdrawals are frozen',
      variant: 'success',
    });
    setAsking(false);
    onDone();
  }

  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={frozen ? 'primary' : 'error'}
        onClick={() => setAsking(true)}
      >
        {frozen ? 'Unfreeze' : 'Freeze'}
      </Button>
      {asking && (
        <Suspense>
          <ReasonDialog
            title={frozen ? 'Unfreeze this account?' : 'Freeze this account?'}
            confirm={frozen ? 'Unfreeze' : 'Freeze'}
            onConfirm={confirm}
            onCancel={() => setAsking(false)}
          >
            {frozen
              ? 'The investor may withdraw again. A mail says so.'
              : 'The investor cannot withdraw until you unfreeze the account. Everything else stays as it is. A mail says so.'}
          </ReasonDialog>
        </Suspense>
      )}
    </>
  );
}
