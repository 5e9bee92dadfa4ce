import Button from '@mui/material/Button';
import { useState } from 'react';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useMay } from '../may';
import { useConsoleProvider } from '../provider/console-calls';
import { SentForApprovalNotice, useSentNotice } from '../sent-for-approval';

const ReasonDialog = lazyPart(() => import('../ReasonDialog'));

/** Proposes to remove the second factors of a person who has lost them; another administrator approves it. */
export function ResetFactorsButton({ userId }: { userId: string }) {
  const provider = useConsoleProvider();
  const [asking, setAsking] = useState(false);
  const mayEdit = useMay('edit', 'users');
  const tellSent = useSentNotice();
  if (!mayEdit) return null;

  async function propose(reason: string): Promise<void> {
    const { proposal } = await provider.resetFactors({ userId, reason });
    setAsking(false);
    tellSent(new SentForApprovalNotice(proposal._id));
  }

  return (
    <>
      <Button size="small" color="error" onClick={() => setAsking(true)}>
        Remove second factors
      </Button>
      <DialogPart code={ReasonDialog} onGiveUp={() => setAsking(false)}>
        {asking && (
          <ReasonDialog
            name={`reset factors:${userId}`}
            title="Remove the second factors?"
            confirm="Send for approval"
            onConfirm={propose}
            onCancel={() => setAsking(false)}
          >
            For somebody who has lost them and the recovery codes. When another administrator approves, all
            sessions end, pending withdrawals wait as after a new password, and the password alone signs in
            until a new factor is set up.
          </ReasonDialog>
        )}
      </DialogPart>
    </>
  );
}
