import Button from '@mui/material/Button';
import { useState } from 'react';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import type { AccountRecord } from '../accounts/account-record';
import { useMay } from '../may';

const AccountEditDialog = lazyPart(() => import('../accounts/AccountEditDialog'));

interface Props {
  account: AccountRecord;
  /** The edit is closed; figures may have changed. */
  onDone: () => void;
}

/** Opens the edit of the figures of an account, for those who may edit it. */
export function EditButton({ account, onDone }: Props) {
  const [open, setOpen] = useState(false);
  const mayEdit = useMay('edit', 'accounts');
  if (!mayEdit) return null;
  return (
    <>
      <Button size="small" variant="outlined" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Edit
      </Button>
      <DialogPart code={AccountEditDialog} onGiveUp={() => setOpen(false)}>
        {open && (
          <AccountEditDialog
            account={account}
            onClose={() => {
              setOpen(false);
              onDone();
            }}
          />
        )}
      </DialogPart>
    </>
  );
}
