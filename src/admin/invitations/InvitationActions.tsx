import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRecordContext, useRefresh } from 'ra-core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import { toast } from '../../shared/toasts';
import { useMay } from '../may';
import { useConsoleProvider } from '../provider/console-calls';
import type { InvitationRecord } from './invitation-record';

const ReasonDialog = lazyPart(() => import('../ReasonDialog'));

const acts = {
  send: {
    button: 'Send again',
    title: (email: string) => `Send the invitation to ${email} again?`,
    effect: 'Another link goes to the address, and works for 72 hours. The one before no longer works.',
    done: 'Sent again',
  },
  revoke: {
    button: 'Revoke',
    title: (email: string) => `Revoke the invitation to ${email}?`,
    effect: 'Its link no longer works.',
    done: 'Revoked',
  },
} as const;

/** Sends an invitation again or takes it back, for those who may; for a reason. */
export function InvitationActions() {
  const invitation = useRecordContext<InvitationRecord>();
  const provider = useConsoleProvider();
  const refresh = useRefresh();
  const mayEdit = useMay('edit', 'invitations');
  const [asked, setAsked] = useState<keyof typeof acts | null>(null);
  if (!invitation || !mayEdit) return null;
  const { id, email } = invitation;

  async function confirm(act: keyof typeof acts, reason: string): Promise<void> {
    const request = { invitationId: String(id), reason };
    try {
      await (act === 'send' ? provider.sendInvitation(request) : provider.revokeInvitation(request));
      toast({ title: 'Invitation', description: acts[act].done, variant: 'success' });
      setAsked(null);
    } finally {
      // Refused, it may have been accepted or revoked meanwhile, and is open no longer.
      refresh();
    }
  }

  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: { xs: 'flex-end', sm: 'flex-start' } }}>
      {(['send', 'revoke'] as const).map((act) => (
        <Button
          key={act}
          size="small"
          variant="outlined"
          color={act === 'revoke' ? 'error' : 'inherit'}
          aria-label={`${acts[act].button}: ${email}`}
          aria-haspopup="dialog"
          onClick={() => setAsked(act)}
        >
          {acts[act].button}
        </Button>
      ))}
      {asked && (
        <Suspense>
          <ReasonDialog
            title={acts[asked].title(email)}
            confirm={acts[asked].button}
            onConfirm={(reason) => confirm(asked, reason)}
            onCancel={() => setAsked(null)}
          >
            {acts[asked].effect}
          </ReasonDialog>
        </Suspense>
      )}
    </Box>
  );
}
