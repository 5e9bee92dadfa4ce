import { validate as isBitcoinAddress } from 'bitcoin-address-validation';
import { checksum, validate as isEthereumAddress } from 'ox/Address';
import type { Crypto } from '../../../contract/enums';

export const addressWarnings = {
  bitcoin:
    'This does not look like a Bitcoin address: its checksum does not fit. Compare it with the one in your wallet.',
  ethereumShape: 'This does not look like an Ethereum address: those are 0x and 40 digits from 0 to f.',
  ethereumChecksum:
    'The capital letters of this address do not fit its checksum (EIP-55). Compare it with the one in your wallet.',
} as const;

/** Sample addresses of a demonstration, which nobody can be paid at. */
const isSample = (address: string) => /^demo-/i.test(address);

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

const checks: Readonly<Record<Crypto, (address: string) => string | undefined>> = {
  // Addresses of Bitcoin's test networks are addresses too; whether they are meant is not ours to say.
  bitcoin: (address) => (isBitcoinAddress(address) ? undefined : addressWarnings.bitcoin),
  ethereum: ethereumWarning,
  'usdt-erc-20': ethereumWarning,
};

/**
 * What is doubtful about a destination address, by its checksum; nothing when it fits, or when there is none to
 * check. It is a warning: the specified rules alone decide whether the form is valid.
 */
export function addressWarning(crypto: Crypto, address: string): string | undefined {
  const trimmed = address.trim();
  return isSample(trimmed) ? undefined : checks[crypto](trimmed);
}
