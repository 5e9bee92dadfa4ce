import { headers } from '../../contract/headers';
import { z } from '../../contract/zod';
import { buildDeposit, buildRegistration, buildWithdrawal } from '../builders';
import { inForce, sent } from './api';
import { type Payload, payloads } from './payloads';
import type { Product } from './product';

/** Every text that an investor can write and that is kept. */
const texts = [
  'firstName',
  'lastName',
  'phoneNumber',
  'country',
  'later firstName',
  'later lastName',
  'later phoneNumber',
  'later country',
  'reason',
  'transactionId',
  'imageUrl',
  'address in imageUrl',
  'wallet',
  'device',
] as const;
export type Text = (typeof texts)[number];

/** What a payload does in a text: it calls this with a number of its own, of three digits. */
function runOf(index: number, text: Text): string {
  return `ran(${100 + texts.indexOf(text) * payloads.length + index})`;
}

/** Which payload it was, and in which text, by the number it has called with. */
export function nameOfRun(number: number): string {
  const index = number - 100;
  const payload = payloads[index % payloads.length];
  return `${payload?.name} in ${texts[Math.floor(index / payloads.length)]}`;
}

export interface HostileInvestor {
  payload: Payload;
  email: string;
  userId: string;
  /** What they have written, by the text it is in. */
  wrote(text: Text): string;
  /** First and last name as they are now. */
  fullName: string;
  /** Of the deposit whose proof is an address elsewhere, and of the withdrawal; both wait for a decision. */
  depositId: string;
  withdrawalId: string;
}

/** What finds them all in a search. */
export const hostileDomain = 'hostile.example';

/** Does it with each of many, a few at a time. */
export async function eachOf<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      results[next[0]] = await work(next[1], next[0]);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return results;
}

const madeSchema = z.object({ _id: z.string(), user: z.object({ _id: z.string() }) });

/** An investor with one payload in every text, a confirmed deposit, a pending one, and a pending withdrawal. */
async function createHostileInvestor(
  product: Product,
  adminToken: string,
  payload: Payload,
  index: number,
): Promise<HostileInvestor> {
  const wrote = (text: Text): string => {
    const write = text.endsWith('phoneNumber') ? (payload.brief ?? payload.text) : payload.text;
    const written = write(runOf(index, text));
    return text === 'address in imageUrl' ? `https://x.test/proof.png?${written}#${written}` : written;
  };
  // An apostrophe may be in an address.
  const email = `o'${index}@${hostileDomain}`;
  const person = buildRegistration({
    firstName: wrote('firstName'),
    lastName: wrote('lastName'),
    email,
    phoneNumber: wrote('phoneNumber'),
    country: wrote('country'),
    acceptedDocuments: await inForce(product),
  });
  await sent(product, 'POST', '/api/user/create', person);
  const otp = await product.codeFor(email);
  // Headers have no letters beyond Latin.
  const device = wrote('device').replaceAll(/[^\x20-\x7e]/g, '');
  const verified = await sent(
    product,
    'POST',
    '/api/auth/verify-email',
    { email, otp },
    { headers: { 'user-agent': device } },
  );
  const token = z.string().parse(verified);
  const asInvestor = { token, headers: { [headers.reason]: encodeURIComponent(wrote('reason')) } };
  const later = {
    firstName: wrote('later firstName'),
    lastName: wrote('later lastName'),
    phoneNumber: wrote('later phoneNumber'),
    country: wrote('later country'),
  };
  await sent(product, 'PUT', '/api/user', later, asInvestor);
  const create = async (body: object) =>
    madeSchema.parse(await sent(product, 'POST', '/api/transaction/create', body, asInvestor));
  const transactionId = wrote('transactionId');
  const first = await create(buildDeposit({ transactionId, imageUrl: wrote('imageUrl') }));
  await sent(product, 'PUT', `/api/transaction/${first._id}`, { status: 'CONFIRMED' }, { token: adminToken });
  const second = await create(buildDeposit({ transactionId, imageUrl: wrote('address in imageUrl') }));
  const withdrawal = await create(buildWithdrawal({ wallet: wrote('wallet') }));
  return {
    payload,
    email,
    wrote,
    userId: first.user._id,
    fullName: `${later.firstName} ${later.lastName}`,
    depositId: second._id,
    withdrawalId: withdrawal._id,
  };
}

/** An investor for each payload, in the order of the payloads. */
export function createHostileInvestors(product: Product, adminToken: string): Promise<HostileInvestor[]> {
  return eachOf(payloads, (payload, index) => createHostileInvestor(product, adminToken, payload, index));
}
