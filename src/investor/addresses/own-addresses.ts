import { queryOptions, useQuery } from '@tanstack/react-query';
import { atom, getDefaultStore } from 'jotai';
import type { KeptAddress } from '../../../contract/address-book';
import type { Crypto } from '../../../contract/enums';
import { call } from '../../shared/api';
import { onPersonChange } from '../../shared/personal-data';

/** The addresses that the person keeps for withdrawals. */
export const ownAddresses = queryOptions({
  queryKey: ['own', 'addresses'],
  queryFn: ({ signal }) => call('listAddresses', { signal }),
});

export function useOwnAddresses() {
  return useQuery(ownAddresses);
}

/** Where a withdrawal goes. */
export interface Destination {
  crypto: Crypto;
  address: string;
}

/** Whether an address stands in the book; the server tells none apart by capitals. */
export function isKept(book: readonly KeptAddress[], { crypto, address }: Destination): boolean {
  const same = (text: string) => text.toLowerCase() === address.trim().toLowerCase();
  return book.some((kept) => kept.crypto === crypto && same(kept.address));
}

/** Where the last withdrawal went, when that is not in the book: it is offered to keep it. */
export const keepOfferAtom = atom<Destination | null>(null);

onPersonChange(() => getDefaultStore().set(keepOfferAtom, null));
