/*
 * What can be told of a migration's statements by reading them. The migrator goes by it, and so does the check of what a
 * migration may do (tests/structure/additive-migrations.ts).
 */

const comments = /^(?:\s|--[^\n]*(?:\n|$))+/;
const name = '((?:"[^"]+"|\\w+)(?:\\.(?:"[^"]+"|\\w+))?)';
const inBackground = [
  new RegExp(`^create (?:unique )?index concurrently (?:if not exists )?${name} on (?:only )?${name}`),
  new RegExp(`^drop index concurrently (?:if exists )?${name}`),
  new RegExp(`^alter table (?:only )?${name} validate constraint`),
];
const onTable = [
  new RegExp(`^alter table (?:if exists )?(?:only )?${name}`),
  new RegExp(`^create (?:unique )?index (?:if not exists )?(?:${name} )?on (?:only )?${name}`),
  new RegExp(`^(?:update|delete from) (?:only )?${name}`),
];

/** A statement on one line and without the comments before it; keywords are matched in small letters. */
function match(statement: string, pattern: RegExp): RegExpExecArray | null {
  return new RegExp(pattern.source, 'i').exec(statement.replace(comments, '').replace(/\s+/g, ' '));
}

/**
 * Whether a statement goes on for long without keeping readers or writers of its table waiting. It is run outside of a
 * transaction: PostgreSQL asks for that, or would hold the locks of the whole transaction meanwhile.
 */
export const runsInBackground = (statement: string): boolean =>
  inBackground.some((pattern) => match(statement, pattern));

/** The index that a statement builds or drops in the background. */
export function indexOf(statement: string): { index: string; table?: string | undefined } | undefined {
  const [builds, drops] = inBackground.map((pattern) => match(statement, pattern));
  const index = builds?.[1] ?? drops?.[1];
  return index === undefined ? undefined : { index, table: builds?.[2] };
}

/** The table that a statement changes, as it is written there; nothing for one that makes a table. */
export function changedTable(statement: string): string | undefined {
  const validated = inBackground[2] && match(statement, inBackground[2])?.[1];
  const built = indexOf(statement)?.table;
  return validated ?? built ?? onTable.map((pattern) => match(statement, pattern)?.at(-1)).find(Boolean);
}

/**
 * The minor version that begins with a migration, by its line `-- opens version 0.2: why`. Servers of minor versions before
 * it cannot work with a database that has had it.
 */
export function openedVersion(statements: readonly string[]): string | undefined {
  return /^-- opens version (\d+\.\d+): \S/m.exec(statements.join('\n'))?.[1];
}
