import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config';
import { createCheckpointKey } from '../../server/history/checkpoint';
import { checkpointFile } from '../../server/history/publish';
import type { Sealer } from '../../server/history/sealer';
import { loadSecrets } from '../../server/secrets';
import { Examiner } from '../faults/examine';
import { makeActivity, makeSealer, sealAll } from '../support/history';
import { startTestApp, type TestApp } from '../support/test-app';

/* What looks at a product after a fault (`npm run faults`) finds what is planted here. */

let app: TestApp;
let admin: string;
let userId: string;
let sealer: Sealer;

/** Seals as the product of that data folder does, when it is told to. */
function newSealer(): Sealer {
  const { checkpointKey } = loadSecrets(readConfig({ DATA_DIR: app.dataDir }));
  return makeSealer(app.superuser, {
    key: createCheckpointKey(checkpointKey),
    file: checkpointFile(app.dataDir),
  });
}

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAsAdmin();
  ({ userId } = await makeActivity(app, admin));
  sealer = newSealer();
  await sealAll(app.superuser, sealer);
});
afterAll(() => app.close());

const newExaminer = () => new Examiner(app.superuser.pool, app.dataDir, 500);
const examine = () => newExaminer().examine([]);

/** Changes something with the triggers off. */
async function behindTheBack(statement: string): Promise<void> {
  const client = await app.superuser.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(statement);
    await client.query('commit');
  } finally {
    client.release();
  }
}

test('what is not sealed in time is found, and nothing once it is sealed', async () => {
  expect(await examine()).toEqual([]);
  await app.call('PUT', `/api/account/${userId}`, { token: admin, body: { profit: 6 } });
  expect(await examine()).toEqual([
    expect.stringMatching(/^unsealed: ledger entry \d+$/),
    expect.stringMatching(/^unsealed: audit event \d+$/),
  ]);
  await sealAll(app.superuser, sealer);
  expect(await examine()).toEqual([]);
});

test('an entry that was rewritten after it was sealed is found', async () => {
  const { rows } = await app.superuser.pool.query<{ id: string; actor_id: string }>(
    'select id, actor_id from ledger_entries order by id desc limit 1',
  );
  const set = (actor: string) => `update ledger_entries set actor_id = '${actor}' where id = ${rows[0]?.id}`;
  await behindTheBack(set(randomUUID()));
  expect(await examine()).toEqual([
    `rewritten: Ledger entry ${rows[0]?.id} was changed after it was sealed.`,
  ]);
  await behindTheBack(set(rows[0]?.actor_id ?? ''));
  expect(await examine()).toEqual([]);
});

test('another history of the same rows, by the same key, does not pass for the one that was held', async () => {
  const held = newExaminer();
  await held.hold();
  await behindTheBack('truncate history_leaves, history_nodes, history_checkpoints');
  rmSync(checkpointFile(app.dataDir));
  await sealAll(app.superuser, newSealer());
  expect(await examine()).toEqual([]);
  expect(await held.examine([])).toEqual([
    expect.stringMatching(/^rewritten: .* not those that were signed: .* that was given/),
  ]);
});
