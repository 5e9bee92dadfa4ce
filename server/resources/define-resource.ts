import { getTableName } from 'drizzle-orm';
import { getTableConfig, type Index, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { calls, resourcesPath } from '../../contract/calls';
import { serverFields } from '../../contract/changed-fields';
import type { ListSpec } from '../../contract/list-query';
import { validation } from '../../contract/messages';
import type { SiteMode } from '../../contract/site';
import { z } from '../../contract/zod';
import {
  columnsOf,
  fieldNameProblem,
  filterKindOf,
  isOfLedger,
  isOrdered,
  isText,
  type Row,
  refersToUsers,
  resourceColumns,
  type ServerColumn,
  selectionOf,
  timeProblemOf,
  userFieldOf,
  wireTypeOf,
} from './columns';
import { bounded, cleaned, noneWhenEmpty } from './taken-values';

type ResourceTable = PgTable & Record<ServerColumn, PgColumn>;
type FieldOf<Table extends PgTable> = keyof Table['$inferSelect'] & string;

/** Rows about people: which column refers to `users`, and what an erasure does with the rows of one. */
interface PersonalRows<Field extends string, Values> {
  person: Field;
  /** They are deleted, hold these values instead, or stay, for the reason given. */
  erasure: { delete: true } | { replace: Values } | { keep: string };
}

/** What an operator says of a resource. Names of fields are names of columns in the code. */
export interface Declaration<Table extends ResourceTable> {
  /** In the address, /api/admin/{name}, and in the audit log: small letters and hyphens. */
  name: string;
  /** Has `...resourceColumns` among its columns. */
  table: Table;
  /** What may be written, and what each must look like. A default goes outermost, and counts on creation only. */
  fields: { [Name in Exclude<FieldOf<Table>, ServerColumn>]?: z.ZodType };
  /** Shown and never written by a request. */
  readOnly?: readonly Exclude<FieldOf<Table>, ServerColumn>[];
  /** Columns of integer cents, shown in dollars. They can only be read: money moves through the ledger. */
  money?: readonly FieldOf<Table>[];
  /** Texts that the filter `q` searches; of what is shown, as `sortable`. */
  searchable?: readonly FieldOf<Table>[];
  /** Besides `createdAt`, `updatedAt` and the field of the default order, by which every list can be sorted. */
  sortable?: readonly FieldOf<Table>[];
  /** The order of a list that names none; the newest first if not given. */
  defaultSort?: readonly [field: FieldOf<Table>, order: 'ASC' | 'DESC'];
  /**
   * Whose data its rows are, or why they are nobody's (docs/personal-data.md): needed where a column refers to `users` or is
   * called `userId`.
   */
  personal?:
    | PersonalRows<Exclude<FieldOf<Table>, ServerColumn>, Partial<Table['$inferInsert']>>
    | { aboutNobody: string };
  /** Who may read (administrators and auditors if not given), and what administrators may do (all if not given). */
  permissions?: { read?: 'console' | 'admin'; create?: boolean; update?: boolean; delete?: boolean };
  /** Whoever has a second factor must have shown it a short while ago to write (docs/rules.md, "Step-up"). */
  stepUp?: true;
  /** Writes take two administrators where the operator has asked for that (docs/rules.md, "Two persons"). */
  twoPersons?: true;
  /**
   * Looks at a record before it is stored: throws `refuse.invalid(message, field)` for one that is wrong, answers the
   * columns that follow from others. `before` is what was stored, none on creation, when the record has no more than
   * was sent.
   */
  check?(
    record: Table['$inferInsert'],
    before: Table['$inferSelect'] | undefined,
    siteMode: SiteMode,
  ): Partial<Table['$inferInsert']>;
}

/** A declared resource, ready to be served. */
export interface Resource {
  name: string;
  table: ResourceTable;
  columns: Record<string, PgColumn>;
  /** The same as a query selects them. */
  selected: ReturnType<typeof selectionOf>;
  /** Fields of the record on the wire besides `_id`, in the order they are shown. */
  shown: readonly string[];
  money: ReadonlySet<string>;
  searched: readonly PgColumn[];
  list: ListSpec;
  read: 'console' | 'admin';
  writes: { create: boolean; update: boolean; delete: boolean };
  personal: PersonalRows<string, Row> | undefined;
  stepUp: true | undefined;
  twoPersons: true | undefined;
  record: z.ZodType;
  creation: z.ZodType<Row>;
  change: z.ZodType<Row>;
  check?(record: Row, before: Row | undefined, siteMode: SiteMode): Row;
}

const serverColumns = Object.keys(resourceColumns);
/** What is under /api/admin besides resources. */
const called = Object.values(calls).flatMap(({ path }) =>
  path.startsWith(`${resourcesPath}/`) ? path.slice(resourcesPath.length + 1).split('/', 1) : [],
);
/** Names that the console, the API or the audit log use for something else. */
const reserved = new Set([
  ...called,
  'account',
  'accounts',
  'erasure',
  'invitation',
  'proposal',
  'review',
  'transaction',
  'transactions',
  'user',
  'users',
]);

/** PostgreSQL cuts longer names off, in bytes; no table is then found by that of a table. */
export const longestName = 63;
const cutOff = (name: string) => Buffer.from(name).subarray(0, longestName).toString();
const indexName = ({ config }: Index) => config.name ?? '';

/** Whether a resource may be called that. */
export function isResourceName(name: string): boolean {
  const isWritable = /^[a-z][a-z-]*$/.test(name) && name.length <= longestName;
  return isWritable && !reserved.has(name) && !(name in Object.prototype);
}

/**
 * Declares a resource: what it is given becomes the calls under /api/admin/{name}, with validation, paging, filters,
 * versions, audit events and documentation. Throws, and so stops the start, when the declaration is not right; above
 * all when it would make money editable.
 */
export function defineResource<Table extends ResourceTable>(declaration: Declaration<Table>): Resource {
  const { name, table, permissions = {} } = declaration;
  const defaultSort = declaration.defaultSort ?? (['createdAt', 'DESC'] as const);
  const columns = columnsOf(table);
  const fields = Object.fromEntries(
    Object.entries<z.ZodType | undefined>(declaration.fields).flatMap(([field, type]) =>
      type ? [[field, type]] : [],
    ),
  );
  const money = new Set<string>(declaration.money);
  const shown = [
    ...new Set([...Object.keys(fields), ...(declaration.readOnly ?? []), ...money, ...serverFields]),
  ];
  const searchable: readonly string[] = declaration.searchable ?? [];
  const sortable: readonly string[] = declaration.sortable ?? [];
  const sorted = [...new Set([...sortable, defaultSort[0]])];
  const writes = { create: true, update: true, delete: true, ...permissions };
  const personal =
    declaration.personal && 'person' in declaration.personal ? declaration.personal : undefined;
  const problem =
    problemOf({ name, table, columns, fields, money, shown, searchable, sorted, writes }) ??
    personalProblemOf(declaration, columns, personal);
  if (problem) throw new Error(`The resource "${name}" cannot be served: ${problem}`);

  const types = shown.map((field) => [field, wireTypeOf(columnOf(columns, field), money.has(field))]);
  const filters = shown.flatMap((field) => {
    const kind = filterKindOf(columnOf(columns, field), money.has(field));
    return kind ? [[field, kind]] : [];
  });
  const none = noneWhenEmpty(columns, fields);
  return {
    name,
    table,
    columns,
    selected: selectionOf(columns),
    shown,
    money,
    personal,
    stepUp: declaration.stepUp,
    twoPersons: declaration.twoPersons,
    searched: searchable.map((field) => columnOf(columns, field)),
    list: {
      sortable: ['id', ...new Set(['createdAt', 'updatedAt', ...sorted])],
      filterable: {
        id: 'ids',
        ...(searchable.length > 0 && { q: 'search' }),
        ...Object.fromEntries(filters),
      },
      defaultSort,
    },
    read: permissions.read ?? 'console',
    writes,
    record: z.object({ _id: z.uuid(), ...Object.fromEntries(types) }),
    creation: cleaned(columns, z.strictObject(bounded(columns, fields)), none),
    change: cleaned(
      columns,
      z
        .strictObject(
          bounded(
            columns,
            Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, sent(type)])),
          ),
        )
        .refine((change) => Object.keys(change).length > 0, validation.nothingToChange),
      none,
    ),
    ...(declaration.check && { check: declaration.check }),
  };
}

const hasDefault = (type: z.ZodType): type is z.ZodDefault<z.ZodType> | z.ZodPrefault<z.ZodType> =>
  type instanceof z.ZodDefault || type instanceof z.ZodPrefault;

/**
 * A field of a change: what is not sent stays as it is, so that a default must not fill it. What was asked of a value behind the
 * default is asked all the same.
 */
function sent(type: z.ZodType): z.ZodType {
  if (!hasDefault(type)) return z.optional(type);
  // Checks are of what a type makes; a default makes what is behind it.
  const checks = (type.def.checks ?? []) as z.core.$ZodCheck<unknown>[];
  return z.optional(type.unwrap().check(...checks));
}

function columnOf(columns: Record<string, PgColumn>, field: string): PgColumn {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  if (!column) throw new Error(`There is no column ${field}`);
  return column;
}

/** What is wrong with what a declaration says about people, in words. */
function personalProblemOf(
  { table, personal: said }: Pick<Declaration<ResourceTable>, 'table' | 'personal'>,
  columns: Record<string, PgColumn>,
  personal: Resource['personal'],
): string | undefined {
  const named = userFieldOf(table);
  if (named && !said)
    return `${named} names people: say under personal what becomes of its rows when one is erased`;
  if (!personal) return undefined;
  const { person, erasure } = personal;
  const replaced = 'replace' in erasure ? Object.keys(erasure.replace) : [person];
  const unknown = [person, ...replaced].find((field) => !Object.hasOwn(columns, field));
  if (unknown) return `its table has no column ${unknown}`;
  const column = columnOf(columns, person);
  // Of the id of nobody nothing could be sealed.
  if (column.columnType !== 'PgUUID' || !refersToUsers(table, column))
    return `${person} does not refer to the ids of users`;
  return replaced.length === 0 ? 'an erasure has to replace something' : undefined;
}

interface Checked {
  name: string;
  table: PgTable;
  columns: Record<string, PgColumn>;
  fields: Record<string, z.ZodType>;
  money: ReadonlySet<string>;
  shown: readonly string[];
  searchable: readonly string[];
  /** What a list can be sorted by, or is. */
  sorted: readonly string[];
  writes: Resource['writes'];
}

/** What is wrong with a declaration, in words. */
function problemOf(checked: Checked): string | undefined {
  const { name, table, columns, fields, money, shown, searchable, sorted, writes } = checked;
  if (!isResourceName(name)) return 'it needs another name';
  if (Buffer.byteLength(getTableName(table)) > longestName)
    return `the name of its table is longer than PostgreSQL's ${longestName} bytes`;
  const kept = [getTableName(table), ...getTableConfig(table).indexes.map(indexName)].map(cutOff);
  const twice = kept.find((each, index) => kept.indexOf(each) !== index);
  if (twice)
    return `PostgreSQL would cut names of its table and indexes off after ${longestName} bytes, as ${twice}`;
  const editable = Object.keys(fields);
  if (isOfLedger(table) && (editable.length > 0 || writes.create || writes.update || writes.delete)) {
    return `${getTableName(table)} is a table of the ledger, and only the ledger writes it`;
  }
  const paid = editable.find((field) => money.has(field));
  if (paid) return `${paid} is money and cannot be declared editable: money moves through the ledger`;
  const unknown = [...serverColumns, ...shown, ...searchable, ...sorted].find(
    (field) => !Object.hasOwn(columns, field),
  );
  if (unknown) return `its table has no column ${unknown}`;
  const misnamed = Object.keys(columns).find(fieldNameProblem);
  if (misnamed) return `it has a field ${misnamed}, and ${fieldNameProblem(misnamed)}`;
  const taken = editable.find((field) => serverColumns.includes(field));
  if (taken) return `${taken} is filled by the server`;
  const filled = Object.entries(fields).find(
    ([, type]) => sent(type).safeParse(undefined).data !== undefined,
  );
  if (filled)
    return `the default of ${filled[0]} has to stand behind all else that its schema says, not within it`;
  const mute = shown.find((field) => !wireTypeOf(columnOf(columns, field), money.has(field)));
  if (mute) return `JSON has no form for the column ${mute}`;
  const unread = shown.find((field) => timeProblemOf(columnOf(columns, field)));
  if (unread) return `${unread} is ${timeProblemOf(columnOf(columns, unread))}: leave the mode out`;
  // What a list finds and how it is sorted tell what is in a column, letter by letter.
  const hidden = [...searchable, ...sorted].find((field) => field !== 'id' && !shown.includes(field));
  if (hidden)
    return `no list can be searched or sorted by ${hidden}, which is not shown: put it under readOnly`;
  const chaotic = sorted.find((field) => !isOrdered(columnOf(columns, field)));
  if (chaotic) return `no list can be sorted by ${chaotic}: its values have no order`;
  const uncounted = [...money].find((field) => columnOf(columns, field).dataType !== 'number');
  if (uncounted) return `${uncounted} is money, and no number is read from its column`;
  const wordless = searchable.find((field) => !isText(columnOf(columns, field)));
  if (wordless) return `${wordless} is not text and cannot be searched`;
  const missing = Object.entries(columns).find(
    ([field, column]) =>
      column.notNull && !column.hasDefault && !editable.includes(field) && !serverColumns.includes(field),
  );
  if (missing && writes.create) return `nothing fills the column ${missing[0]} of a new one`;
  return undefined;
}
