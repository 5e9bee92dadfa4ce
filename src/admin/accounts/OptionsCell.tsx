import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import IconButton from '@mui/material/IconButton';
import { useRecordContext } from 'ra-core';
import { useState } from 'react';
import { isErased } from '../../../contract/erased-person';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { nameOrEmail } from '../list/person';
import { useMay } from '../may';
import type { AccountRecord } from './account-record';

const AccountEditDialog = lazyPart(() => import('./AccountEditDialog'));

/** The options button of an account: opens its edit, for those who may edit it; that of an erased person has none. */
export function OptionsCell() {
  const account = useRecordContext<AccountRecord>();
  const [open, setOpen] = useState(false);
  const mayEdit = useMay('edit', 'accounts');
  if (!account || !mayEdit || isErased(account.user)) return null;
  const name = nameOrEmail(account.user) || String(account.id);
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Options of ${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MoreVertOutlined fontSize="small" />
      </IconButton>
      <DialogPart code={AccountEditDialog} onGiveUp={() => setOpen(false)}>
        {open && <AccountEditDialog account={account} onClose={() => setOpen(false)} />}
      </DialogPart>
    </>
  );
}
