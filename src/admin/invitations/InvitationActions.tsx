import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRecordContext, useRefresh } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { takeFocus } from '../../shared/take-focus';
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

const labelOf = (act: keyof typeof acts, email: string) => `${acts[act].button}: ${email}`;

/** The button of the same act in the row below that of an invitation, or above the last one; the page where it is the only one. */
function besides(act: keyof typeof acts, email: string): Element | null {
  const all = [...document.querySelectorAll(`[aria-label^="${labelOf(act, '')}"]`)];
  const own = all.findIndex((each) => each.getAttribute('aria-label') === labelOf(act, email));
  return all[own + 1] ?? all[own - 1] ?? document.querySelector('main');
}

/** Sends an invitation again or takes it back, for those who may; for a reason. */
export function InvitationActions() {
  const invitation = useRecordContext<InvitationRecord>();
  const provider = useConsoleProvider();
  const refresh = useRefresh();
  const mayEdit = useMay('edit', 'invitations');
  const [asked, setAsked] = useState<keyof typeof acts | null>(null);
  const next = useRef<Element>(null);
  // What was done may take the row away, and the button that was pressed with it.
  useEffect(() => () => takeFocus(next.current), []);
  if (!invitation || !mayEdit) return null;
  const { id, email } = invitation;

  async function confirm(act: keyof typeof acts, reason: string): Promise<void> {
    next.current = besides(act, email);
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
          aria-label={labelOf(act, email)}
          aria-haspopup="dialog"
          onClick={() => setAsked(act)}
        >
          {acts[act].button}
        </Button>
      ))}
      <DialogPart code={ReasonDialog} onGiveUp={() => setAsked(null)}>
        {asked && (
          <ReasonDialog
            name={`${asked} invitation:${id}`}
            title={acts[asked].title(email)}
            confirm={acts[asked].button}
            onConfirm={(reason) => confirm(asked, reason)}
            onCancel={() => setAsked(null)}
          >
            {acts[asked].effect}
          </ReasonDialog>
        )}
      </DialogPart>
    </Box>
  );
}
