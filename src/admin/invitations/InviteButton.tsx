import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useMay } from '../may';
import { useOffers } from '../offered';

const InviteDialog = lazyPart(() => import('./InviteDialog'));

/** Opens the dialog that invites an administrator or an auditor, for those who may. */
export function InviteButton() {
  const [open, setOpen] = useState(false);
  const mayInvite = useMay('create', 'invitations');
  const offers = useOffers();
  if (!mayInvite || !offers('inviteUser')) return null;
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<PersonAddAltOutlined />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Invite
      </Button>
      <DialogPart code={InviteDialog} onGiveUp={() => setOpen(false)}>
        {open && <InviteDialog onClose={() => setOpen(false)} />}
      </DialogPart>
    </>
  );
}
