import { generateMigration, migrationFolder, NotGenerated, type Part } from './migrations';

/*
 * `npm run db:generate`: the migrations for what has changed in tables, the product's and those of an operator's own
 * resources. `--own` is for the latter alone; other arguments are drizzle-kit's. An empty one to be filled in by hand
 * (`--custom`) is the product's, unless `--own` is said. `--drops` lets the product's drop a table.
 */

const args = process.argv.slice(2);
const ours = ['--own', '--drops'];
const rest = args.filter((arg) => !ours.includes(arg));
const drops = args.includes('--drops');

function partsOf(): Part[] {
  if (args.includes('--own')) return ['own'];
  return args.includes('--custom') ? ['product'] : ['product', 'own'];
}

for (const part of partsOf()) {
  const folder = migrationFolder(part);
  try {
    const asks = process.stdin.isTTY && process.stdout.isTTY;
    const path = await generateMigration(part, rest, { asks, drops });
    console.log(path ? `Written: ${path}` : `${folder}: nothing to write`);
  } catch (error) {
    if (!(error instanceof NotGenerated)) throw error;
    console.error(`${error.message}\n${folder}: no migration was written.`);
    process.exitCode = 1;
    break;
  }
}
