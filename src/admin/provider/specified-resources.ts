import { dollarsOf } from '../../../contract/amount';
import type { EndpointName } from '../../../contract/endpoints';
import { enumValues } from '../../../contract/enum-values';
import {
  accountList,
  type ListQuery,
  type ListSpec,
  transactionList,
  userList,
} from '../../../contract/list-query';
import { call, callList } from '../../shared/api';
import { lazyCode } from '../../shared/loading/lazy-code';
import { roleOf } from '../../shared/token';
import { madeOf } from '../sent-for-approval';
import { valueAt } from './value-at';

/** What goes with a write: the version the caller saw, and why. */
export interface WriteMarks {
  ifMatch?: number;
  reason?: string;
}

/** The same with a key against doubling. */
export interface WriteOptions extends WriteMarks {
  idempotencyKey: string;
}

/** A record as a host sends it; other hosts leave fields out (docs/rules.md, "Other hosts"). */
type FromHost = object;

interface ListOptions {
  query?: ListQuery;
  signal?: AbortSignal | undefined;
}

/** A list of the console on the base calls (docs/rules.md, "Other hosts"), and the item reads of our own host. */
export interface SpecifiedResource {
  /** What the console calls it. */
  name: string;
  spec: ListSpec;
  list(options: ListOptions): Promise<{ data: FromHost[]; total?: number; atLeast?: true }>;
  /** The call of `read`. */
  readCall: EndpointName;
  read(id: string, options: { signal?: AbortSignal }): Promise<FromHost>;
  /** The id under which a record is read and written. */
  idOf(record: FromHost): unknown;
  /** Puts in what other hosts leave out of a whole list. */
  complete?(records: FromHost[], signal: AbortSignal | undefined): Promise<FromHost[]>;
  /**
   * Sends what differs between `data` and `previous`, and gives what the record has then: what was sent, then what the
   * host answered; undefined when nothing differs. Absent: read only.
   */
  write?(id: string, data: unknown, previous: unknown, options: WriteOptions): Promise<FromHost | undefined>;
}

/** Fetched behind the first page: reading lists needs no schema. */
export const loadChecks = lazyCode(() => import('./write-checks'));

/** The changed figures as numbers. A cleared figure is "not changed", never 0 (docs/rules.md, "Edits of accounts"). */
function changedFigures(data: unknown, previous: unknown) {
  return enumValues.editableAccountFields.flatMap((field) => {
    const value = valueAt(data, field);
    if (value === undefined || value === null || String(value).trim() === '') return [];
    const before = valueAt(previous, field);
    // One that cannot be read goes on as it is, to be refused at its field.
    const amount = typeof value === 'string' ? (dollarsOf(value) ?? value) : value;
    const same = before !== undefined && before !== null && amount === Number(before);
    return same ? [] : [[field, amount] as const];
  });
}

/** Other hosts may answer a change with nothing to read in it, `true` say. */
function answered(reply: unknown): object {
  return typeof reply === 'object' && reply !== null ? reply : {};
}

/** Other hosts may leave the ids out of the list of people; the accounts name them beside the address. */
async function withIds(people: FromHost[], signal: AbortSignal | undefined): Promise<FromHost[]> {
  if (people.every((person) => valueAt(person, '_id'))) return people;
  const { data } = await callList('listAccounts', { signal });
  const ids = new Map(
    data.map((account) => [valueAt(account, 'user.email'), valueAt(account, 'user._id')] as const),
  );
  return people.map((person) => ({ _id: ids.get(valueAt(person, 'email')), ...person }));
}

const users: SpecifiedResource = {
  name: 'users',
  spec: userList,
  // Other hosts have words of their own for who is no administrator, or none.
  complete: async (records, signal) =>
    (await withIds(records, signal)).map((record) => ({
      ...record,
      type: roleOf(String(valueAt(record, 'type') ?? '')) || 'investor',
    })),
  list: (options) => callList('listUsers', options),
  readCall: 'readUserById',
  read: (userId, options) => call('readUserById', { ...options, params: { userId } }),
  // Whom neither this list nor an account gives an id; no two people have one address.
  idOf: (user) => valueAt(user, '_id') ?? valueAt(user, 'email'),
};

export const accounts: SpecifiedResource = {
  name: 'accounts',
  spec: accountList,
  list: (options) => callList('listAccounts', options),
  readCall: 'readAccountById',
  read: (userId, options) => call('readAccountById', { ...options, params: { userId } }),
  // An account is addressed by its investor; other hosts give it an id of its own besides.
  idOf: (account) => valueAt(account, 'user._id') ?? valueAt(account, '_id'),
  async write(userId, data, previous, options) {
    const changes = changedFigures(data, previous);
    if (changes.length === 0) return undefined;
    const { checkAccountEdit } = await loadChecks();
    const body = checkAccountEdit(Object.fromEntries(changes));
    const reply: unknown = madeOf(await call('editAccount', { ...options, params: { userId }, body }));
    return { ...body, ...answered(reply) };
  },
};

export const transactions: SpecifiedResource = {
  name: 'transactions',
  spec: transactionList,
  list: (options) => callList('listTransactions', options),
  // Other hosts may name the person of a transaction without an id; the address is one as well.
  async complete(records, signal) {
    const nameless = records.some((record) => valueAt(record, 'user.email') && !valueAt(record, 'user._id'));
    if (!nameless) return records;
    const { data } = await callList('listUsers', { signal });
    const people = await withIds(data, signal);
    const ids = new Map(people.map((person) => [valueAt(person, 'email'), valueAt(person, '_id')] as const));
    return records.map((record) => {
      const user = valueAt(record, 'user');
      const _id = ids.get(valueAt(user, 'email'));
      return typeof user === 'object' && _id ? { ...record, user: { _id, ...user } } : record;
    });
  },
  readCall: 'readTransaction',
  read: (trxId, options) => call('readTransaction', { ...options, params: { trxId } }),
  idOf: (transaction) => valueAt(transaction, '_id'),
  async write(trxId, data, previous, options) {
    const status = valueAt(data, 'status');
    if (status === undefined || status === valueAt(previous, 'status')) return undefined;
    const { checkStatusChange } = await loadChecks();
    const acceptDuplicate = valueAt(data, 'acceptDuplicate');
    const overrideHold = valueAt(data, 'overrideHold');
    const body = checkStatusChange({
      status,
      ...(acceptDuplicate === true && { acceptDuplicate }),
      ...(overrideHold === true && { overrideHold }),
    });
    const reply: unknown = madeOf(await call('changeStatus', { ...options, params: { trxId }, body }));
    return { status: body.status, ...answered(reply) };
  },
};

/** The three lists of the base calls, by the console's name for them. */
export const specifiedResources: ReadonlyMap<string, SpecifiedResource> = new Map(
  [users, accounts, transactions].map((resource) => [resource.name, resource]),
);
