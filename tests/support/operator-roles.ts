import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const document = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');

/** The statements that docs/operating.md gives an operator, under "Two roles": to begin with, and for one role until now. */
const [toBegin = '', toHandOver = ''] = [
  ...document.matchAll(/```sql\n(create role averin_owner[^`]*|alter database averin [^`]*)```/g),
].map(([, block]) => block ?? '');

const statementsOf = (block: string) => block.split(/;\n/).filter((statement) => statement.trim() !== '');

/** What makes the two roles, with these passwords, and the database `averin`. */
export function rolesByTheBook(passwords: { owner: string; server: string }): string[] {
  return statementsOf(
    toBegin
      .replace("'a secret'", `'${passwords.owner}'`)
      .replace("'another secret'", `'${passwords.server}'`),
  );
}

/** What hands a database that the role `averin` owned over to the owner. */
export const handOverByTheBook = statementsOf(toHandOver);
