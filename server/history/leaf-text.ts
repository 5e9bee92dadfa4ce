import type { HistoryKind } from '../../contract/history';

/*
 * The texts that are hashed into leaves, made by the database in one expression for the sealer and for the check, so that
 * both read a row alike (docs/ledger.md, "Leaves"): JSON with the names in alphabetical order and no spaces. Nothing in
 * it is a function or a view that the owner of the database could exchange.
 */

/** A text, or what PostgreSQL writes a value as; null stays null. */
const text = (of: string) => `coalesce(pg_catalog.to_json((${of})::text)::text, 'null')`;
const number = (of: string) => `(${of})::text`;
/** In UTC, to the microsecond. */
const moment = (of: string) =>
  `coalesce('"' || pg_catalog.to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"', 'null')`;
const hex = (of: string) => `coalesce('"' || pg_catalog.encode(${of}, 'hex') || '"', 'null')`;
const hashed = (of: string) => hex(`pg_catalog.sha256(${of})`);

/** Names with the SQL of their values. */
function members(of: Readonly<Record<string, string>>): string {
  const parts = Object.entries(of)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value], at) => `'${at === 0 ? '{' : ','}"${name}":' || ${value}`);
  return `${parts.join(' || ')} || '}'`;
}

/** The postings of an entry as a list of lists. */
const postings = `'[' || coalesce((
  select pg_catalog.string_agg('[' || p.line || ',' || ${text('p.book')} || ',' || ${text('p.account')} || ',' || p.amount
    || ',' || p.reversal::text || ']', ',' order by p.line)
  from public.ledger_postings p where p.entry_id = e.id), '') || ']'`;

const entryText = members({
  actor: text('e.actor_id'),
  at: moment('e.created_at'),
  blind: text('l.blind'),
  cause: text('e.kind'),
  clearReason: text('e.reason'),
  id: number('e.id'),
  kind: `'"entry"'`,
  postings,
  sealedReason: hashed('e.sealed_reason'),
  status: text('e.status'),
  transaction: text('e.transaction_id'),
  user: text('e.user_id'),
  writtenIn: text('e.written_in'),
});

const eventText = members({
  action: text('v.action'),
  actor: text('v.actor_id'),
  after: text('v.after'),
  at: moment('v.at'),
  before: text('v.before'),
  blind: text('l.blind'),
  commitment: hex('v.commitment'),
  id: number('v.id'),
  kind: `'"event"'`,
  person: text('v.person_id'),
  reason: text('v.reason'),
  request: text('v.request_id'),
  sealed: hashed('v.sealed'),
  subject: text('v.subject_id'),
  subjectType: text('v.subject_type'),
  writtenIn: text('v.written_in'),
});

const reportText = members({
  amount: number('t.amount'),
  at: moment('t.created_at'),
  blind: text('l.blind'),
  crypto: text('t.crypto'),
  id: text('t.id'),
  kind: `'"report"'`,
  plan: text('t.plan'),
  texts: hex('coalesce(r.commitment, l.commitment)'),
  type: text('t.trx_type'),
  user: text('t.user_id'),
  writtenIn: text('t.written_in'),
});

/** What a report says that tells about a person: the id of the payment, the image of its proof, the destination. */
const personalTexts = `'[' || ${text('t.transaction_id')} || ',' || ${text('t.image_url')} || ',' || ${text('t.wallet')} || ']'`;

/** What the personal texts of a report are hashed with; gone with the salt of the person, so that nobody guesses what was erased. */
const reportSalt = `pg_catalog.sha256(k.salt || pg_catalog.convert_to(t.id::text, 'UTF8'))`;

/**
 * Of rows `l` with the columns of `history_leaves`, joined with what they stand for: `r.text`, null where the row is not
 * there, the owner, and for reports `r.texts` with their `r.salt` and `r.commitment`, null where the person is erased.
 */
export const joinTexts = `
  left join lateral (
    select ${entryText} as text, null::bytea as commitment, null::text as texts, null::bytea as salt, e.user_id
      from public.ledger_entries e where l.kind = 'entry' and e.id = l.row_id
    union all
    select ${eventText}, null, null, null, null from public.audit_events v where l.kind = 'event' and v.id = l.row_id
    union all
    select ${reportText}, r.commitment, r.texts, r.salt, t.user_id
      from public.transactions t left join public.person_keys k on k.person_id = t.user_id
      cross join lateral (
        select ${personalTexts} as texts, ${reportSalt} as salt,
          pg_catalog.sha256(${reportSalt} || pg_catalog.convert_to(${personalTexts}, 'UTF8')) as commitment
      ) r
      where l.kind = 'report' and t.id = l.transaction_id
  ) r on true`;

/** The hash of a leaf's text (RFC 6962, section 2.1); see `leafHash`. */
export const leafHashOf = (text: string) =>
  `pg_catalog.sha256('\\x00'::bytea || pg_catalog.convert_to(${text}, 'UTF8'))`;

/** The personal texts of a report of which none is left. */
export const noTexts = '[null,null,null]';

/** The tables of the kinds and the columns of their ids, in the order in which rows of one transaction are sealed. */
export const sealedTables: Readonly<Record<HistoryKind, { table: string; idType: 'bigint' | 'uuid' }>> = {
  entry: { table: 'public.ledger_entries', idType: 'bigint' },
  report: { table: 'public.transactions', idType: 'uuid' },
  event: { table: 'public.audit_events', idType: 'bigint' },
};

/**
 * Whether a row, named `row`, of a kind is among the leaves of a history of `size`. A leaf anywhere else was not made by sealing, and
 * proves nothing. With `offset 0` each row is looked for by itself.
 */
export function isSealed(kind: HistoryKind, size: string, offset: '' | 'offset 0' = ''): string {
  const leaf =
    sealedTables[kind].idType === 'uuid'
      ? 'h.transaction_id = row.id'
      : `h.kind = '${kind}' and h.row_id = row.id`;
  return `exists (select from public.history_leaves h
    where ${leaf} and h.index >= 0 and h.index < ${size}::bigint ${offset})`;
}
