import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import {
  cryptos,
  factorKinds,
  holdCauses,
  invitedTypes,
  otpActivities,
  planValues,
  proposalKinds,
  proposalStatuses,
  reportedMails,
  securityEventKinds,
  takeoverFindings,
  trxStatuses,
  trxTypes,
  userStandings,
  userTypes,
} from '../../contract/enums';
import { historyKinds } from '../../contract/history';
import { run } from '../../scripts/run-command';
import { ledgerEntries, ledgerPostings } from '../../server/db/schema/ledger';
import { factorChallengePurposes } from '../../server/db/schema/second-factor';
import { root } from './imports';

const folder = join(root, 'server/db/migrations');

/** The values each column may have after all migrations, by "table.column". */
function readCheckLists(): Map<string, string[]> {
  const lists = new Map<string, { column: string; values: string[] }>();
  const change =
    /DROP CONSTRAINT "(?<dropped>\w+)"|CONSTRAINT "(?<name>\w+)" CHECK \("(?<table>\w+)"\."(?<column>\w+)" in \((?<list>[^)]*)\)/g;
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    for (const { groups = {} } of readFileSync(join(folder, file), 'utf8').matchAll(change)) {
      const { dropped, name, table, column, list } = groups;
      if (dropped) lists.delete(dropped);
      if (!name || !list) continue;
      const values = [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value);
      lists.set(name, { column: `${table}.${column}`, values });
    }
  }
  return new Map([...lists.values()].map(({ column, values }) => [column, values]));
}

test('the database accepts the values of the contract, and no others', () => {
  expect(Object.fromEntries(readCheckLists())).toEqual({
    'users.type': userTypes.options,
    'users.standing': userStandings.options,
    'invitations.type': invitedTypes.options,
    'otps.purpose': otpActivities.options,
    'factors.kind': factorKinds.options,
    'factor_challenges.purpose': factorChallengePurposes,
    'transactions.trx_type': trxTypes.options,
    'transactions.status': trxStatuses.options,
    'transactions.crypto': cryptos.options,
    'transactions.plan': planValues.options,
    'transactions.hold_cause': holdCauses.options,
    'withdrawal_addresses.crypto': cryptos.options,
    'takeover_reports.about': reportedMails.options,
    'takeover_reports.finding': takeoverFindings.options,
    'wallets.name': cryptos.options,
    'proposals.kind': proposalKinds.options,
    'proposals.status': proposalStatuses.options,
    'security_events.kind': securityEventKinds.options,
    'ledger_entries.kind': ledgerEntries.kind.enumValues,
    'ledger_postings.book': ledgerPostings.book.enumValues,
    'history_leaves.kind': historyKinds,
    'history_checkpoints.last_kind': historyKinds,
  });
});

test.each([
  ['the schema', 'drizzle.config', folder],
  ['each table of an operator’s own', 'own.drizzle.config', join(root, 'server/db/own-migrations')],
])('%s has its migration: nothing is left to generate', async (_, name, migrations) => {
  const temporary = mkdtempSync(join(tmpdir(), 'averin-migrations-'));
  const copy = join(temporary, 'migrations');
  const config = join(temporary, 'drizzle.config.ts');
  try {
    cpSync(migrations, copy, { recursive: true });
    // The tables wherever these settings find them.
    const settings = JSON.stringify(join(root, 'server/db', name));
    const out = JSON.stringify(relative(root, copy));
    writeFileSync(
      config,
      `import settings from ${settings};\nexport default { ...settings, out: ${out} };\n`,
    );
    const args = ['generate', `--config=${relative(root, config)}`];
    const { code, output } = await run({ program: 'drizzle-kit', args }, { capture: true });
    expect(output).toContain('No schema changes');
    expect(code).toBe(0);
    expect(readdirSync(copy).sort()).toEqual(readdirSync(migrations).sort());
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});
