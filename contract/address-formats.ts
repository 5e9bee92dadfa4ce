interface AddressFormatEntry {
  name: string;
  anAddress: string;
  shape?: RegExp;
}

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
} as const satisfies Record<string, AddressFormatEntry>;
export type AddressFormat = keyof typeof addressFormats;

type Formats = typeof addressFormats;
/** One that is told by its shape alone; what tells the others is a check of their own. */
type ShapedFormat = {
  [Format in AddressFormat]: Formats[Format] extends { shape: RegExp } ? Format : never;
}[AddressFormat];
export type CheckedFormat = Exclude<AddressFormat, ShapedFormat>;

export const isShaped = (format: AddressFormat): format is ShapedFormat => 'shape' in addressFormats[format];
export const shapedFormats = (Object.keys(addressFormats) as AddressFormat[]).filter(isShaped);
/** Whether an address has the shape of those of the format. */
export const hasShape = (format: ShapedFormat, address: string) => addressFormats[format].shape.test(address);
