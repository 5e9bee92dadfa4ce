/**
 * How addresses look, for the checks of platform addresses and of where a withdrawal goes. Those of a shape have no
 * library here that checks their checksum. 'unchecked' takes any text: a wrong address is then nobody's to find.
 */
export const addressFormats = {
  bitcoin: { name: 'Bitcoin', anAddress: 'a Bitcoin address' },
  ethereum: { name: 'Ethereum', anAddress: 'an Ethereum address' },
  litecoin: {
    name: 'Litecoin',
    anAddress: 'a Litecoin address',
    shape: /^(ltc1[0-9a-z]{39,59}|[LM][1-9A-HJ-NP-Za-km-z]{26,33})$/,
  },
  tron: { name: 'Tron', anAddress: 'a Tron address', shape: /^T[1-9A-HJ-NP-Za-km-z]{33}$/ },
  unchecked: { name: 'Other', anAddress: 'an address' },
} as const;
export type AddressFormat = keyof typeof addressFormats;
