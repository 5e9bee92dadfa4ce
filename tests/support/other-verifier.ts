import { createHash, createPublicKey, verify } from 'node:crypto';
import type pg from 'pg';

/*
 * A second verifier of the sealed history, written from docs/ledger.md alone: it shares no code with the product, so that a
 * mistake there is not repeated here.
 */

type Row = Record<string, unknown>;

const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Rows with every value as the text that PostgreSQL writes it as, times to the microsecond. */
const asTexts = (
  table: string,
  times: readonly string[],
  bytes: readonly string[],
  columns: readonly string[],
) =>
  `select ${columns
    .map((name) => {
      if (times.includes(name)) {
        return `to_char(${name} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${name}`;
      }
      return bytes.includes(name) ? name : `${name}::text as ${name}`;
    })
    .join(', ')} from ${table}`;

const split = (names: string) => names.split(' ');
const queries = {
  entry: asTexts(
    'ledger_entries',
    ['created_at'],
    ['sealed_reason'],
    split('id user_id kind transaction_id status actor_id reason sealed_reason created_at written_in'),
  ),
  event: asTexts(
    'audit_events',
    ['at'],
    ['sealed', 'commitment'],
    split(
      'id at actor_id action subject_type subject_id before after reason request_id person_id sealed commitment written_in',
    ),
  ),
  report: asTexts(
    'transactions',
    ['created_at'],
    [],
    split('id user_id trx_type amount plan crypto transaction_id image_url wallet created_at written_in'),
  ),
};

const hex = (bytes: unknown) => (Buffer.isBuffer(bytes) ? bytes.toString('hex') : null);
const digest = (bytes: unknown) => (Buffer.isBuffer(bytes) ? sha256(bytes).toString('hex') : null);

/** JSON with the names in order. */
const spelled = (of: Row) =>
  JSON.stringify(Object.fromEntries(Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/** The text of a leaf. */
function textOf(leaf: Row, row: Row, postings: readonly Row[], salt: unknown): string {
  const { kind, blind } = leaf;
  const { created_at: at, written_in: writtenIn } = row;
  if (kind === 'entry') {
    const lines = postings.map((one) => [
      Number(one.line),
      one.book,
      one.account,
      Number(one.amount),
      one.reversal,
    ]);
    return spelled({
      ...{ kind, blind, at, writtenIn, actor: row.actor_id, cause: row.kind, clearReason: row.reason },
      ...{ id: Number(row.id), postings: lines, sealedReason: digest(row.sealed_reason) },
      ...{ status: row.status, transaction: row.transaction_id, user: row.user_id },
    });
  }
  if (kind === 'event') {
    return spelled({
      ...{ kind, blind, writtenIn, at: row.at, action: row.action, actor: row.actor_id, after: row.after },
      ...{ before: row.before, commitment: hex(row.commitment), id: Number(row.id), person: row.person_id },
      ...{ reason: row.reason, request: row.request_id, sealed: digest(row.sealed) },
      ...{ subject: row.subject_id, subjectType: row.subject_type },
    });
  }
  const personal = JSON.stringify([row.transaction_id, row.image_url, row.wallet]);
  const texts = Buffer.isBuffer(salt) ? sha256(sha256(salt, String(row.id)), personal) : leaf.commitment;
  return spelled({
    ...{
      kind,
      blind,
      at,
      writtenIn,
      amount: Number(row.amount),
      crypto: row.crypto,
      id: row.id,
      plan: row.plan,
    },
    ...{ texts: hex(texts), type: row.trx_type, user: row.user_id },
  });
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
export async function verifyOtherwise(
  client: Pick<pg.ClientBase, 'query'>,
  key: string,
): Promise<string | undefined> {
  const read = async (text: string) => (await client.query<Row>(text)).rows;
  const rows = new Map<string, Row>();
  for (const [kind, text] of Object.entries(queries)) {
    for (const row of await read(text)) rows.set(`${kind} ${String(row.id)}`, row);
  }
  const postings = new Map<string, Row[]>();
  for (const one of await read('select * from ledger_postings order by entry_id, line')) {
    postings.set(String(one.entry_id), [...(postings.get(String(one.entry_id)) ?? []), one]);
  }
  const salts = new Map(
    (await read('select person_id, salt from person_keys')).map((one) => [one.person_id, one.salt]),
  );
  const hashes: Buffer[] = [];
  for (const leaf of await read('select * from history_leaves order by index')) {
    const name = `${String(leaf.kind)} ${String(leaf.row_id ?? leaf.transaction_id)}`;
    const row = rows.get(name);
    if (!row) return `${name} is missing`;
    const text = textOf(leaf, row, postings.get(String(row.id)) ?? [], salts.get(row.user_id));
    const hash = sha256(Buffer.of(0), text);
    if (!Buffer.isBuffer(leaf.hash) || !hash.equals(leaf.hash)) return `${name} was changed`;
    hashes.push(hash);
  }
  for (const { note } of await read('select note from history_checkpoints order by size')) {
    const [, size = '', root = ''] = String(note).split('\n');
    if (!isSigned(String(note), key)) return `checkpoint ${size} is not signed`;
    if (rootOf(hashes.slice(0, Number(size))).toString('base64') !== root)
      return `checkpoint ${size} is of another tree`;
  }
  return undefined;
}
