import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram, lackingPrograms } from '../../tests/support/system-programs';
import { findOtherPostgres } from '../postgresql';
import { loopbackNetwork } from './network';
import { DatabaseNode } from './node';
import { until } from './program';

const postgres = findOtherPostgres();

/** Who runs PostgreSQL where root has no namespaces of users; Debian's package makes the user. */
function databaseUser() {
  if (process.getuid?.() !== 0) return { kind: 'self' } as const;
  const [uid = 0, gid = 0] = ['-u', '-g'].map((which) =>
    Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  return { kind: 'user', name: 'postgres', uid, gid } as const;
}

describe.skipIf(lackingPrograms('patroni', 'etcd').length > 0 || !postgres)('a node of a cluster', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'averin-node-')));
  const node = new DatabaseNode(1, {
    folder,
    programs: {
      patroni: findProgram('patroni') ?? '',
      etcd: findProgram('etcd') ?? '',
      haproxy: '',
      nginx: '',
      postgres: dirname(postgres?.initdb ?? ''),
    },
    network: loopbackNetwork(),
    runAs: databaseUser(),
    secrets: { superuser: 'one', replication: 'two', rewind: 'three', api: 'four' },
    nodes: [1],
  });

  beforeAll(async () => {
    node.startEtcd();
    await node.untilEtcdAnswers();
    node.startDatabase();
    const tell = () => node.lastWords;
    await until('The database leads', () => node.leads(), { patience: 100_000, tell });
  });
  afterAll(async () => {
    await node.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(`http://${node.host}:8008/${path}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: '{"ttl":7}' }),
    });

  test('runs as another user than root, who alone reads its secrets', async () => {
    expect((await node.status())?.state).toBe('running');
    const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
    const files = ['database/patroni.yml', 'database/patroni.log', 'database/data'];
    expect(files.map((file) => modeOf(`node1/${file}`))).toEqual(['600', '600', '700']);
  });

  test('Patroni takes changes from nobody who has not its password', async () => {
    const wrong = { authorization: `Basic ${Buffer.from('patroni:one').toString('base64')}` };
    const right = { authorization: `Basic ${Buffer.from('patroni:four').toString('base64')}` };
    for (const headers of [{}, wrong]) {
      expect((await ask('config', 'PATCH', headers)).status).toBe(401);
      expect((await ask('switchover', 'POST', headers)).status).toBe(401);
    }
    expect((await ask('config', 'PATCH', right)).status).toBe(200);
    // There is no other node: Patroni refuses that, and not who asks.
    await expect(node.handOver()).rejects.toThrow('The switchover was refused: switchover is not possible');
  });
});
