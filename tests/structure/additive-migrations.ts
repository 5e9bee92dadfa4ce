import { changedTable, runsInBackground } from '../../server/db/migration-statements';

/*
 * What a migration within a minor version may do (docs/decisions/0038-upgrades-side-by-side.md): only what servers from before it
 * need not know of, and what keeps nobody waiting for longer than a moment. What is on neither list is refused.
 */

/** Beside these, everything is allowed on a table that the same migration makes: nobody uses it yet. */
const allowed: readonly RegExp[] = [
  /^create table /,
  /^create (?:or replace )?(?:function|trigger|view) /,
  /^create (?:sequence|statistics|type|schema) /,
  /^alter function \S+ set /,
  /^comment on /,
  /^alter table \S+ alter column \S+ set (?:default|statistics) /,
  /^alter table \S+ add constraint \S+ (?:check|foreign key) .* not valid$/,
  /^alter table \S+ add constraint \S+ (?:unique|primary key) using index /,
];

const addsColumn = /^alter table \S+ add column (?:if not exists )?\S+ (?<rest>.*)$/;
/** A value that is worked out once, when the column is added, and not for each row. */
const constant = /\bdefault (?:'[^']*'(?:::\w+)?|-?\d+(?:\.\d+)?|true|false|now\(\)|null)(?= |$)/;

/** What makes PostgreSQL read or write all rows for a new column, or does something besides. */
const constrained =
  /\b(?:unique|primary key|references|check|generated|serial|bigserial|add|drop|rename|alter)\b/;

/** What to do instead, by what was refused. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/^drop |^alter table \S+ drop /, 'servers that still run may use it'],
  [/^alter table .* rename |^alter \w+ \S+ rename /, 'servers that still run know the former name'],
  [/^alter table \S+ alter column \S+ (?:set data )?type /, 'it rewrites the table; add another column'],
  [/ set not null/, 'servers that still run may leave it out, and all rows are read under a lock'],
  [/^create (?:unique )?index /, 'writes wait until it is built; use CREATE INDEX CONCURRENTLY'],
  [/ add constraint .* (?:unique|primary key) /, 'build the index CONCURRENTLY, then add it USING INDEX'],
  [/ add constraint /, 'all rows are read under a lock; add it NOT VALID, then VALIDATE CONSTRAINT'],
  [/ add column /, 'let it be nullable or have a constant default, and have no constraint of its own'],
  [/^(?:update|delete|truncate|insert) /, 'rows are locked until the end; let the server do it bit by bit'],
];

/** The table that a statement makes or fills, without quotes. */
const bare = (name: string | undefined) => name?.replace(/"/g, '').replace(/^public\./, '');

/** A statement on one line, in small letters outside of quotes, and without comments. */
function normal(statement: string): string {
  return statement
    .replace(/('(?:[^']|'')*'|"[^"]*")|--[^\n]*/g, (_, quoted: string | undefined) => quoted ?? '')
    .replace(/'(?:[^']|'')*'|"[^"]*"|[^'"]+/g, (part) => (/^['"]/.test(part) ? part : part.toLowerCase()))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The single statements of a piece of a migration. */
export function splitStatements(piece: string): string[] {
  const parts =
    piece.match(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|;|[^$'";-]+|[\s\S]/g) ?? [];
  const statements = [''];
  for (const part of parts) {
    if (part === ';') statements.push('');
    else statements[statements.length - 1] += part;
  }
  return statements.filter((statement) => normal(statement) !== '');
}

const makes =
  /^(?:create (?:table|(?:unique )?index(?: concurrently)?)(?: if not exists)?|alter table \S+ rename to) (\S+)/;
const drops = /^drop (?:table|index(?: concurrently)?) (?:if exists )?(\S+)/;

/**
 * What of a migration, piece by piece, is not additive or would keep others waiting; each with why. Everything may be done
 * with the tables and indexes that `makers` make: the migration itself, if not given.
 */
export function breachesOf(pieces: readonly string[], makers: readonly string[] = pieces): string[] {
  const made = new Set(makers.flatMap(splitStatements).map((one) => bare(makes.exec(normal(one))?.[1])));
  const isMade = (name: string | undefined) => name !== undefined && made.has(bare(name));
  return [
    ...pieces.flatMap(splitStatements).flatMap((statement) => {
      const text = normal(statement);
      const filled = /^insert into (\S+)/.exec(text)?.[1];
      const dropped = drops.exec(text)?.[1];
      if (isMade(filled ?? dropped ?? changedTable(statement)) || isAllowed(text)) return [];
      if (runsInBackground(statement) && !text.startsWith('drop ')) return [];
      const why = advice.find(([pattern]) => pattern.test(text))?.[1] ?? 'what it does is not known here';
      return [`${text.slice(0, 120)}: ${why}`];
    }),
    ...backgroundBreaches(pieces),
  ];
}

function isAllowed(text: string): boolean {
  const column = addsColumn.exec(text)?.groups?.rest;
  if (column === undefined) return allowed.some((pattern) => pattern.test(text));
  if (constrained.test(column.replace(/'[^']*'|"[^"]*"/g, ''))) return false;
  if (!/\bdefault\b/.test(column)) return !/\bnot null\b/.test(column);
  return constant.test(column) && !/\bdefault null\b.*\bnot null\b/.test(column);
}

/** How what goes on in the background must stand in any migration: each by itself, and after all else. */
export function backgroundBreaches(pieces: readonly string[]): string[] {
  const first = pieces.findIndex(runsInBackground);
  return pieces.flatMap((piece, index) => {
    const inside = splitStatements(piece);
    const apart = inside.some((one) => runsInBackground(one) || /\bconcurrently\b/.test(normal(one)));
    if (apart && (inside.length > 1 || !runsInBackground(piece)))
      return [`${normal(piece).slice(0, 120)}: must stand by itself, between breakpoints`];
    if (first !== -1 && index > first && !runsInBackground(piece) && inside.length > 0)
      return [`${normal(piece).slice(0, 120)}: must come before what goes on in the background`];
    return [];
  });
}
