import { fillPlaceholders } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';

/** Part of a write: a statement, whose rows later parts of the same write know by `as`. */
interface Step {
  as?: string;
  sql: string;
  params: readonly unknown[];
}

/** Something that is written and whose answer nobody needs. */
export interface Write {
  /** What it is called in the name of the statement that it becomes part of. */
  name: string;
  steps: readonly Step[];
  values: readonly unknown[];
  /** What its failure means, as the caller is told of it; anything else stays as it is. */
  explain?: ((error: unknown) => unknown) | undefined;
}

const names = new Set<string>();

/** Of a query that was built. */
interface Built {
  toSQL(): { sql: string; params: readonly unknown[] };
}

/**
 * Something to be written, built once: of one query, or of several by name, where later ones may select from those before.
 * Use: `const insertMail = writing('mail', (db) => db.insert(...).values({...placeholders}))`, then
 * `tx.write(insertMail({ recipient }))`.
 */
export function writing(
  name: string,
  build: (db: NodePgDatabase) => Built | Record<string, Built>,
  explain?: Write['explain'],
): (values: Record<string, unknown>) => Write {
  if (names.has(name)) throw new Error(`Something else is called ${name}`);
  names.add(name);
  let steps: Step[] | undefined;
  return (values) => {
    steps ??= stepsOf(build(drizzle.mock()));
    return {
      name,
      steps,
      values: steps.flatMap(({ params }) => fillPlaceholders([...params], values)),
      explain,
    };
  };
}

function isBuilt(built: Built | Record<string, Built>): built is Built {
  return typeof built.toSQL === 'function';
}

function stepsOf(built: Built | Record<string, Built>): Step[] {
  if (isBuilt(built)) return [built.toSQL()];
  return Object.entries(built).map(([as, one]) => ({ as, ...one.toSQL() }));
}

/** PostgreSQL's longest name. */
const longestName = 63;

/** Statements by the writes that they are made of. */
const texts = new Map<string, { name: string; text: string }>();

/** One statement for several writes, prepared under a name that tells of them. Together they are seen, and none sees another. */
export function statementOf(writes: readonly Write[]): { name: string; text: string; values: unknown[] } {
  const name = writes.map((write) => write.name).join(' ');
  let known = texts.get(name);
  if (!known) {
    if (name.length > longestName) throw new Error(`${name} is too long for the name of a statement`);
    known = { name, text: textOf(writes.flatMap(({ steps }) => steps)) };
    texts.set(name, known);
  }
  return { ...known, values: writes.flatMap(({ values }) => values) };
}

/** The last step is the statement, those before are its common table expressions. */
function textOf(steps: readonly Step[]): string {
  let before = 0;
  const parts = steps.map(({ as, sql, params }, nth) => {
    const text = sql.replaceAll(/\$(\d+)/g, (_, digits: string) => `$${Number(digits) + before}`);
    before += params.length;
    return nth === steps.length - 1 ? text : `"${as ?? `step ${nth}`}" as (${text})`;
  });
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `with ${parts.join(', ')} ${last}`;
}

/** Writes that can be one statement: none of them is there twice, and a name is not too long. */
export function groupsOf(writes: readonly Write[]): Write[][] {
  const groups: Write[][] = [];
  for (const write of writes) {
    const group = groups.at(-1);
    const names = [...(group ?? []), write].map(({ name }) => name);
    const fits = new Set(names).size === names.length && names.join(' ').length <= longestName;
    if (group && fits) group.push(write);
    else groups.push([write]);
  }
  return groups;
}
