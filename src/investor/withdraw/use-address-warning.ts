import { useCallback, useEffect, useState } from 'react';
import { type Crypto, cryptos } from '../../../contract/enums';
import { walletAddress } from '../../../contract/fields';
import { lazyCode } from '../../shared/loading/lazy-code';

const loadChecks = lazyCode(() => import('./address-check'));

/** Milliseconds after the last key: an address half typed is not a mistake. */
const pause = 500;

const notChecked =
  'This address could not be checked just now. Compare it letter by letter with the one in your wallet.';

/** What is sent of an address as it is typed or pasted: without what nobody sees in it. */
export const sentAddress = (typed: string) => walletAddress.safeParse(typed).data ?? typed.trim();

interface Found {
  crypto: string;
  address: string;
  warning: string | undefined;
  checked: boolean;
}

/**
 * What is doubtful about the address, once typing rests; the code that checks is fetched for the first one. `check` does
 * it at once, for an address that is about to be sent. `checked`: it has a checksum, which fits.
 */
export function useAddressWarning(crypto: string, address: string) {
  const [found, setFound] = useState<Found>();

  const check = useCallback(async (chosen: Crypto, typed: string): Promise<string | undefined> => {
    const checks = await loadChecks().catch(() => undefined);
    const sent = sentAddress(typed);
    const warning = checks ? checks.addressWarning(chosen, sent) : notChecked;
    const checked = checks !== undefined && warning === undefined && checks.hasChecksum(chosen, sent);
    setFound({ crypto: chosen, address: typed, warning, checked });
    return warning;
  }, []);

  useEffect(() => {
    const chosen = cryptos.safeParse(crypto);
    if (!chosen.success || !walletAddress.safeParse(address).success) return;
    const timer = setTimeout(() => check(chosen.data, address), pause);
    return () => clearTimeout(timer);
  }, [crypto, address, check]);

  const current = found?.crypto === crypto && found.address === address ? found : undefined;
  return { warning: current?.warning, checked: current?.checked ?? false, check };
}
