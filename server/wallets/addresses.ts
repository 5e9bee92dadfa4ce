import { validate as isBitcoin, Network } from 'bitcoin-address-validation';
import { checksum, validate as isEthereum } from 'ox/Address';
import type { Crypto } from '../../contract/enums';
import { refusals } from '../../contract/messages';
import type { SiteMode } from '../../contract/site';
import { refuse } from '../errors/refusal';

/** The address of demo mode: plainly unusable, in every wallet there is. */
export function sampleAddress(crypto: Crypto): string {
  return `DEMO-${crypto.toUpperCase()}-DO-NOT-SEND-FUNDS`;
}

export function isSampleAddress(crypto: Crypto, address: string): boolean {
  return address === sampleAddress(crypto);
}

/** In small letters alone an address carries no checksum (EIP-55): then nobody can tell a wrong one. */
function ethereum(address: string): string | undefined {
  const right = isEthereum(address, { strict: false }) && checksum(address) === address;
  return right ? undefined : refusals.ethereumAddress;
}

/** What is wrong with an address of a currency, if anything. */
const problems: Record<Crypto, (address: string) => string | undefined> = {
  bitcoin: (address) => (isBitcoin(address, Network.mainnet) ? undefined : refusals.bitcoinAddress),
  // A token of the Ethereum network is paid to an Ethereum address.
  'usdt-erc-20': ethereum,
  ethereum,
};

/**
 * Refuses an address people would lose their money at: a wrong checksum (EIP-55 for Ethereum, so capitals
 * matter), another network, or a sample of demo mode on a live site.
 */
export function checkAddress(crypto: Crypto, address: string, siteMode: SiteMode): void {
  if (isSampleAddress(crypto, address)) {
    if (siteMode === 'live') throw refuse.invalid(refusals.sampleAddress, 'value');
    return;
  }
  const problem = problems[crypto](address);
  if (problem !== undefined) throw refuse.invalid(problem, 'value');
}
