import { validate as isBitcoinAddress, Network } from 'bitcoin-address-validation';
import { checksum, validate as isEthereumAddress } from 'ox/Address';
import { currencyOf } from '../../../contract/currencies';
import type { Crypto } from '../../../contract/enums';

export const addressDoubts = {
  bitcoin:
    'This does not look like a Bitcoin address: its checksum does not fit. Compare it with the one in your wallet.',
  ethereumShape: 'This does not look like an Ethereum address: those are 0x and 40 digits from 0 to f.',
  ethereumChecksum:
    'The capital letters of this address do not fit its checksum (EIP-55). Compare it with the one in your wallet.',
  otherNetwork: (found: string, crypto: Crypto) =>
    `This is an address of the ${found} network. ${currencyOf(crypto).name} is paid on the ${currencyOf(crypto).network}: a payment to this address would be lost.`,
} as const;

/** Sample addresses of a demonstration, which nobody can be paid at. */
const isSample = (address: string) => /^demo-/i.test(address);

const isBitcoin = (address: string) => isBitcoinAddress(address, Network.mainnet);

/** The networks whose addresses are taken for others', each told by how its addresses look. */
const networks: readonly { name: string; has: (address: string) => boolean; pays: readonly Crypto[] }[] = [
  { name: 'Bitcoin', has: isBitcoin, pays: ['bitcoin'] },
  { name: 'Bitcoin test', has: (address) => isBitcoinAddress(address) && !isBitcoin(address), pays: [] },
  {
    name: 'Ethereum',
    has: (address) => isEthereumAddress(address, { strict: false }),
    pays: ['ethereum', 'usdt-erc-20'],
  },
  // USDT has addresses there as well, which is where it goes astray.
  { name: 'Tron', has: (address) => /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address), pays: [] },
  {
    name: 'Litecoin',
    has: (address) => /^(ltc1[0-9a-z]{39,59}|[LM][1-9A-HJ-NP-Za-km-z]{26,33})$/.test(address),
    pays: [],
  },
];

/** An address in capitals or small letters alone carries no checksum (EIP-55). */
function carriesChecksum(address: string): boolean {
  const digits = address.slice(2);
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
}

function ethereumDoubt(address: string): string | undefined {
  if (!isEthereumAddress(address, { strict: false })) return addressDoubts.ethereumShape;
  if (!carriesChecksum(address)) return undefined;
  return checksum(address) === address ? undefined : addressDoubts.ethereumChecksum;
}

const checks: Readonly<Record<Crypto, (address: string) => string | undefined>> = {
  bitcoin: (address) => (isBitcoin(address) ? undefined : addressDoubts.bitcoin),
  ethereum: ethereumDoubt,
  'usdt-erc-20': ethereumDoubt,
};

/**
 * What is doubtful about a destination address: it is of another network than the currency's, or its checksum does not
 * fit; nothing when it fits, or when there is none to check. The specified rules alone decide whether the form is valid.
 */
export function addressDoubt(crypto: Crypto, address: string): string | undefined {
  const trimmed = address.trim();
  if (isSample(trimmed)) return undefined;
  const network = networks.find(({ has }) => has(trimmed));
  if (network && !network.pays.includes(crypto)) return addressDoubts.otherNetwork(network.name, crypto);
  return checks[crypto](trimmed);
}
