import { useEffect, useState } from 'react';
import { cryptos } from '../../../contract/enums';
import { walletAddress } from '../../../contract/fields';

/** Milliseconds after the last key: an address half typed is not a mistake. */
const pause = 500;

/** What is doubtful about the address, once typing rests; the code that checks is fetched for the first one. */
export function useAddressWarning(crypto: string, address: string): string | undefined {
  const [found, setFound] = useState<{ crypto: string; address: string; warning: string | undefined }>();

  useEffect(() => {
    const chosen = cryptos.safeParse(crypto);
    if (!chosen.success || !walletAddress.safeParse(address).success) return;
    let stale = false;
    const timer = setTimeout(async () => {
      // A check that cannot be fetched stands in nobody's way: it only warns.
      const check = await import('./address-check').catch(() => undefined);
      if (!stale) setFound({ crypto, address, warning: check?.addressWarning(chosen.data, address) });
    }, pause);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [crypto, address]);

  return found?.crypto === crypto && found.address === address ? found.warning : undefined;
}
