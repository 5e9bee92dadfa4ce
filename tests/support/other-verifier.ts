import { createHash, createPublicKey, verify } from 'node:crypto';
import type pg from 'pg';

/*
 * A second verifier of the sealed history, written from docs/ledger.md alone: it shares no code with the product, so that a
 * mistake there is not repeated here.
 */

/** A row with every value as the text that PostgreSQL writes it as. */
type Row = Readonly<Record<string, string | null>>;
type Client = Pick<pg.ClientBase, 'query'>;

async function read(client: Client, text: string): Promise<Row[]> {
  const types = { getTypeParser: () => (value: string) => value };
  return (await client.query<Row>({ text, types })).rows;
}

const sealed = { entry: 'ledger_entries', event: 'audit_events', report: 'transactions' };
/** With `moment`, the time of a row to the microsecond. */
const readSealed = (table: string) =>
  `select *, to_char(${table === 'audit_events' ? 'at' : 'created_at'} at time zone 'utc',
    'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment from ${table}`;

const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
/** Hexadecimal of a bytea, which is written with `\x` before it. */
const hex = (bytes: string | null | undefined) => bytes?.slice(2) ?? null;
const bytesOf = (bytes: string) => Buffer.from(bytes.slice(2), 'hex');
const digest = (bytes: string | null | undefined) => (bytes ? sha256(bytesOf(bytes)).toString('hex') : null);

/** The text of a leaf: JSON with the names in order. */
function textOf({ kind, blind, commitment }: Row, row: Row, postings: readonly Row[], salt: Row | undefined) {
  const common = { kind, blind, at: row.moment, writtenIn: row.written_in };
  const of = {
    entry: () => ({
      ...{ actor: row.actor_id, cause: row.kind, clearReason: row.reason, id: Number(row.id) },
      ...{ sealedReason: digest(row.sealed_reason), status: row.status },
      ...{ transaction: row.transaction_id, user: row.user_id },
      postings: postings.map((one) => [
        ...[Number(one.line), one.book, one.account, Number(one.amount), one.reversal === 't'],
      ]),
    }),
    event: () => ({
      ...{ action: row.action, actor: row.actor_id, after: row.after, before: row.before },
      ...{ commitment: hex(row.commitment), id: Number(row.id), person: row.person_id, reason: row.reason },
      ...{ request: row.request_id, sealed: digest(row.sealed) },
      ...{ subject: row.subject_id, subjectType: row.subject_type },
    }),
    report: () => {
      const personal = JSON.stringify([row.transaction_id, row.image_url, row.wallet]);
      const own = salt?.salt && sha256(sha256(bytesOf(salt.salt), String(row.id)), personal).toString('hex');
      return {
        ...{ amount: Number(row.amount), crypto: row.crypto, id: row.id, plan: row.plan },
        ...{ texts: own ?? hex(commitment), type: row.trx_type, user: row.user_id },
      };
    },
  };
  const leaf = { ...common, ...of[kind as keyof typeof of]() };
  return JSON.stringify(Object.fromEntries(Object.entries(leaf).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The root over hashes of leaves, as RFC 6962 defines it. */
function rootOf(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes;
  if (!first) return sha256('');
  if (hashes.length === 1) return first;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return sha256(Buffer.of(1), rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)));
}

/** Whether a note is signed by a public key, `NAME+ID+KEY`. */
function isSigned(note: string, key: string): boolean {
  const [, name = '', encoded = ''] = /^([^+]+)\+[0-9a-f]{8}\+(.+)$/.exec(key) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const end = note.indexOf('\n\n') + 1;
  const signature = Buffer.from(note.slice(end).split(`— ${name} `)[1] ?? '', 'base64');
  if (!sha256(`${name}\n`, bytes).subarray(0, 4).equals(signature.subarray(0, 4))) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  return verify(null, Buffer.from(note.slice(0, end)), publicKey, signature.subarray(4));
}

/** What is not as it was sealed, in words; undefined when all is. */
export async function verifyOtherwise(client: Client, key: string): Promise<string | undefined> {
  const rows = new Map<string, Row>();
  for (const [kind, table] of Object.entries(sealed)) {
    for (const row of await read(client, readSealed(table))) rows.set(`${kind} ${row.id}`, row);
  }
  const postings = new Map<unknown, Row[]>();
  for (const one of await read(client, 'select * from ledger_postings order by entry_id, line')) {
    postings.set(one.entry_id, [...(postings.get(one.entry_id) ?? []), one]);
  }
  const salts = new Map((await read(client, 'select * from person_keys')).map((one) => [one.person_id, one]));
  const hashes: Buffer[] = [];
  for (const leaf of await read(client, 'select * from history_leaves order by index')) {
    const name = `${leaf.kind} ${leaf.row_id ?? leaf.transaction_id}`;
    const row = rows.get(name);
    if (!row) return `${name} is missing`;
    const text = textOf(leaf, row, postings.get(row.id) ?? [], salts.get(row.user_id));
    const hash = sha256(Buffer.of(0), text);
    if (hash.toString('hex') !== hex(leaf.hash)) return `${name} was changed`;
    hashes.push(hash);
  }
  for (const { note } of await read(client, 'select note from history_checkpoints order by size')) {
    const [, size = '', root = ''] = String(note).split('\n');
    if (!isSigned(String(note), key)) return `checkpoint ${size} is not signed`;
    if (rootOf(hashes.slice(0, Number(size))).toString('base64') !== root)
      return `checkpoint ${size} is of another tree`;
  }
  return undefined;
}
