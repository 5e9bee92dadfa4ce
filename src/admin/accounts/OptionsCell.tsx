import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import IconButton from '@mui/material/IconButton';
import { useRecordContext } from 'ra-core';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { isErased } from '../../../contract/erased-person';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { takeFocus } from '../../shared/take-focus';
import { nameOrEmail } from '../list/person';
import { useMay } from '../may';
import type { AccountRecord } from './account-record';

const AccountEditDialog = lazyPart(() => import('./AccountEditDialog'));

const AccountEditContext = createContext<((account: AccountRecord) => void) | null>(null);

/** Around the list of accounts: an edit stays open when the row that it came from goes, as it does once others have moved its figures. */
export function AccountEdits({ children }: { children: ReactNode }) {
  const [account, setAccount] = useState<AccountRecord | null>(null);
  const open = account !== null;
  const close = () => setAccount(null);
  // Once the dialog has given the focus back: its row may be gone.
  useEffect(() => {
    if (open) return () => takeFocus(document.querySelector('main'));
  }, [open]);
  return (
    <AccountEditContext value={setAccount}>
      {children}
      <DialogPart code={AccountEditDialog} onGiveUp={close}>
        {account && <AccountEditDialog account={account} onClose={close} />}
      </DialogPart>
    </AccountEditContext>
  );
}

/** The options button of an account: opens its edit, for those who may edit it; that of an erased person has none. */
export function OptionsCell() {
  const account = useRecordContext<AccountRecord>();
  const edit = use(AccountEditContext);
  const mayEdit = useMay('edit', 'accounts');
  if (!account || !mayEdit || isErased(account.user)) return null;
  const name = nameOrEmail(account.user) || String(account.id);
  return (
    <IconButton
      size="small"
      aria-label={`Options of ${name}`}
      aria-haspopup="dialog"
      onClick={() => edit?.(account)}
    >
      <MoreVertOutlined fontSize="small" />
    </IconButton>
  );
}
