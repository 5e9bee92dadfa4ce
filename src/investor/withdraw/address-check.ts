import { validate as isBitcoinAddress, Network } from 'bitcoin-address-validation';
import { checksum, validate as isEthereumAddress } from 'ox/Address';
import {
  type AddressFormat,
  addressFormats,
  type CheckedFormat,
  hasShape,
  isShaped,
  shapedFormats,
} from '../../../contract/address-formats';
import { currencyOf } from '../../../contract/currencies';
import type { Crypto } from '../../../contract/enums';

export const addressWarnings = {
  bitcoin:
    'This does not look like a Bitcoin address: its checksum does not fit. Compare it with the one in your wallet.',
  ethereumShape: 'This does not look like an Ethereum address: those are 0x and 40 digits from 0 to f.',
  ethereumChecksum:
    'The capital letters of this address do not fit its checksum (EIP-55). Compare it with the one in your wallet.',
  shape: (format: AddressFormat) =>
    `This does not look like ${addressFormats[format].anAddress}. Compare it with the one in your wallet.`,
  otherNetwork: (found: string, crypto: Crypto) =>
    `This is an address of the ${found} network. ${currencyOf(crypto).name} is paid on the ${currencyOf(crypto).network}: a payment to this address would be lost.`,
} as const;

/** Sample addresses of a demonstration, which nobody can be paid at. */
const isSample = (address: string) => /^demo-/i.test(address);

const isBitcoin = (address: string) => isBitcoinAddress(address, Network.mainnet);

/** The networks that an address can be told to be of; 'Bitcoin test' is where nobody is paid. */
const networks: readonly { name: string; format?: AddressFormat; has: (address: string) => boolean }[] = [
  { name: addressFormats.bitcoin.name, format: 'bitcoin', has: isBitcoin },
  { name: 'Bitcoin test', has: (address) => isBitcoinAddress(address) && !isBitcoin(address) },
  {
    name: addressFormats.ethereum.name,
    format: 'ethereum',
    has: (address) => isEthereumAddress(address, { strict: false }),
  },
  ...shapedFormats.map((format) => ({
    name: addressFormats[format].name,
    format,
    has: (address: string) => hasShape(format, address),
  })),
];

/** An address in capitals or small letters alone carries no checksum (EIP-55). */
function carriesChecksum(address: string): boolean {
  const digits = address.slice(2);
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
}

function ethereumWarning(address: string): string | undefined {
  if (!isEthereumAddress(address, { strict: false })) return addressWarnings.ethereumShape;
  if (!carriesChecksum(address)) return undefined;
  return checksum(address) === address ? undefined : addressWarnings.ethereumChecksum;
}

const checks: Readonly<Record<CheckedFormat, (address: string) => string | undefined>> = {
  bitcoin: (address) => (isBitcoin(address) ? undefined : addressWarnings.bitcoin),
  ethereum: ethereumWarning,
  unchecked: () => undefined,
};

/** Whether an address that fits carries a checksum: without one nobody can tell a wrong one. */
export function hasChecksum(crypto: Crypto, address: string): boolean {
  return currencyOf(crypto).addresses !== 'ethereum' || carriesChecksum(address.trim());
}

/**
 * What is doubtful about a destination address: it is of another network than the currency's, or its checksum does not
 * fit; nothing when it fits, or when there is none to check. It never makes the form invalid (docs/rules.md,
 * "Withdrawals").
 */
export function addressWarning(crypto: Crypto, address: string): string | undefined {
  const trimmed = address.trim();
  if (isSample(trimmed)) return undefined;
  const { addresses } = currencyOf(crypto);
  // Of a format nobody checks an address may look like one of another network.
  if (addresses === 'unchecked') return undefined;
  const network = networks.find(({ has }) => has(trimmed));
  if (network && network.format !== addresses) return addressWarnings.otherNetwork(network.name, crypto);
  if (!isShaped(addresses)) return checks[addresses](trimmed);
  return hasShape(addresses, trimmed) ? undefined : addressWarnings.shape(addresses);
}
