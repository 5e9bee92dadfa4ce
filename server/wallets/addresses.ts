import { validate as isBitcoin, Network } from 'bitcoin-address-validation';
import { checksum, validate as isEthereum } from 'ox/Address';
import {
  type AddressFormat,
  addressFormats,
  type CheckedFormat,
  hasShape,
  isShaped,
} from '../../contract/address-formats';
import { currencyOf } from '../../contract/currencies';
import type { Crypto } from '../../contract/enums';
import { refusals } from '../../contract/refusals';
import type { SiteMode } from '../../contract/site';
import { refuse } from '../errors/refusal';

/** The address of demo mode: plainly unusable, in every wallet there is. */
export function sampleAddress(crypto: Crypto): string {
  return `DEMO-${crypto.toUpperCase()}-DO-NOT-SEND-FUNDS`;
}

export function isSampleAddress(crypto: Crypto, address: string): boolean {
  return address === sampleAddress(crypto);
}

/** Whether an address is one of the format, its checksum included. */
const checks: Readonly<Record<CheckedFormat, (address: string) => boolean>> = {
  bitcoin: (address) => isBitcoin(address, Network.mainnet),
  // In small letters alone an address carries no checksum (EIP-55): then nobody can tell a wrong one.
  ethereum: (address) => isEthereum(address, { strict: false }) && checksum(address) === address,
  unchecked: () => true,
};

const isRight = (format: AddressFormat, address: string) =>
  isShaped(format) ? hasShape(format, address) : checks[format](address);

/**
 * Refuses an address people would lose their money at: a wrong checksum (EIP-55 for Ethereum, so capitals
 * matter), another network, or a sample of demo mode on a live site. `field` is the one it came in.
 */
export function checkAddress(crypto: Crypto, address: string, siteMode: SiteMode, field: string): void {
  if (isSampleAddress(crypto, address)) {
    if (siteMode === 'live') throw refuse.invalid(refusals.sampleAddress, field);
    return;
  }
  const { addresses } = currencyOf(crypto);
  if (isRight(addresses, address)) return;
  const message = addresses === 'ethereum' ? refusals.wrongChecksum : refusals.wrongAddress;
  throw refuse.invalid(message(addressFormats[addresses].anAddress), field);
}
