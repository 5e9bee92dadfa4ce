import { useAtom, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { toasts } from '../../contract/messages';
import { ApiError } from '../shared/api-error';
import { accountAtom, errorsAtom } from '../shared/state';
import { toast } from '../shared/toasts';
import { useAccount, useCurrentUser, useWallets } from './investor-data';

/** The messages of a failed read. A 401 has none: it leads to the sign-in page, which says enough. */
function messagesOf(error: Error): string[] {
  if (!(error instanceof ApiError)) return [error.message];
  return error.status === 401 ? [] : error.errors.map((item) => item.message);
}

/**
 * Starts the reads of the dashboard, keeps the account in the client state and reports failures (docs/rules.md,
 * "Toasts"): messages of the person and the account go to the error list, which is shown as 'Error' toasts and emptied;
 * a failed read of the wallets is only logged.
 */
export function useClientState(): void {
  const setAccount = useSetAtom(accountAtom);
  const pushErrors = useSetAtom(errorsAtom);
  const { error: userError } = useCurrentUser();
  const { data: account, error: accountError } = useAccount();
  const { error: walletsError } = useWallets();

  useEffect(() => {
    if (account) setAccount(account);
  }, [account, setAccount]);

  useEffect(() => {
    if (userError) pushErrors((list) => [...list, ...messagesOf(userError)]);
  }, [userError, pushErrors]);

  useEffect(() => {
    if (!accountError) return;
    console.error('The account could not be read', accountError);
    pushErrors((list) => [...list, ...messagesOf(accountError)]);
  }, [accountError, pushErrors]);

  useEffect(() => {
    if (walletsError) console.error('The wallets could not be read', walletsError);
  }, [walletsError]);

  useErrorToasts();
}

function useErrorToasts(): void {
  const [errors, setErrors] = useAtom(errorsAtom);
  useEffect(() => {
    if (errors.length === 0) return;
    // The person and the account often fail for the same reason: it is said once.
    for (const description of new Set(errors)) {
      toast({ title: toasts.errorTitle, description, variant: 'destructive' });
    }
    setErrors([]);
  }, [errors, setErrors]);
}
