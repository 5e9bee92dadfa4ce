import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import { ensureAuditor } from '../server/auth/auditor';
import { ensureFirstAdmin } from '../server/auth/first-admin';
import { createPasswords } from '../server/auth/passwords';
import { ToldToStop, untilTold } from '../server/backup/until-told';
import { readConfig } from '../server/config';
import { openDatabase } from '../server/db/client';
import { superuser } from '../server/db/embedded/cluster';
import { EmbeddedError } from '../server/db/embedded/embedded-error';
import type { Embedded } from '../server/db/embedded/start-embedded';
import { users } from '../server/db/schema/people';
import { describeError, explainError } from '../server/log';
import { findBuiltPages } from '../server/pages/built-pages';
import { createPersonalSeal } from '../server/personal-seal';
import { prepareDatabase } from '../server/prepare-database';
import { loadSecrets } from '../server/secrets';
import { seedDemoWallets } from '../server/wallets/wallets';
import { ensureBuilt } from './built-product';
import { fillDemo } from './demo-data';
import { demoFolder, fillFolder, startCommand } from './demo-folder';
import { root } from './run-command';

/** `npm run demo [-- --seed 1 --folder ./data-demo]`: a data folder, full of sample data. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
  },
});

const admin = { email: 'admin@example.com', password: 'demo password' };
const auditor = { email: 'auditor@example.com', password: 'demo password' };
const investor = { email: 'investor@example.com', password: 'demo password' };
const size = { investors: 200, transactions: 2_000 };

async function main(): Promise<void> {
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new EmbeddedError('--seed must be a whole number.');
  const folder = demoFolder(values.folder, process.env.DATA_DIR);
  // The legal documents are the operator's, and the build of the pages knows them.
  await ensureBuilt();
  console.log(`Filling ${folder} with ${size.investors} investors and ${size.transactions} transactions.`);
  await untilTold((signal) => fillFolder(folder, signal, (embedded) => fill(folder, embedded, seed, signal)));
  console.log(`
Done. Start the product on it:

  ${startCommand(folder)}

  Administrator   ${admin.email}   ${admin.password}
  Auditor         ${auditor.email}   ${auditor.password}
  Investor        ${investor.email}   ${investor.password}
`);
}

async function fill(folder: string, embedded: Embedded, seed: number, signal: AbortSignal): Promise<void> {
  const { documents = [] } = findBuiltPages(join(root, 'dist/client'))?.site ?? {};
  const say = (error: Error) => console.error(describeError(error).message);
  const config = readConfig({
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    AUDITOR_EMAIL: auditor.email,
    AUDITOR_PASSWORD: auditor.password,
  });
  const seal = createPersonalSeal(loadSecrets(config).personalKey);
  const database = openDatabase(embedded.connection, say, undefined, seal);
  const postgres = openDatabase({ ...embedded.connection, user: superuser }, say, 1);
  try {
    await prepareDatabase({ server: database, owner: embedded.owner }, { live: false, reason: undefined });
    const passwords = await createPasswords();
    await ensureFirstAdmin(database, passwords, config);
    await ensureAuditor(database, passwords, config);
    await seedDemoWallets(database);
    const [{ id: adminId = '' } = {}] = await database.db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, admin.email));
    await fillDemo(
      { database, superuser: postgres },
      {
        ...size,
        seed,
        adminId,
        until: new Date(),
        passwordHash: await passwords.hash(investor.password),
        firstEmail: investor.email,
        documents,
        progress: showProgress,
        signal,
      },
    );
  } finally {
    await postgres.close();
    await database.close();
  }
}

let shown = 0;
function showProgress(done: number, all: number): void {
  const percent = Math.floor((done / all) * 10) * 10;
  if (percent === shown) return;
  shown = percent;
  console.log(`  ${percent} %`);
}

try {
  await main();
} catch (error) {
  const isKnown = error instanceof EmbeddedError || error instanceof ToldToStop;
  console.error(isKnown ? error.message : explainError(error));
  process.exit(error instanceof ToldToStop ? error.code : 1);
}
