import { appendFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Cluster } from '../../scripts/cluster/cluster';
import type { DatabaseNode } from '../../scripts/cluster/node';
import type { Programs } from '../../scripts/cluster/programs';
import { mailboxKey } from '../support/mailbox';
import { patient } from '../support/patience';
import { Examiner, shorten } from './examine';
import { examineHistory, startLoad } from './load';
import type { Outcome } from './outcome';
import { Probes } from './probes';
import { readUserId, signIn, signUp, textInDevMailbox } from './requests';
import { adminSignIn } from './victim';

/** Milliseconds of load before a fault, and between a fault and its end. */
const before = 3_000;
const during = 5_000;
const accounts = 3;
/** Clients of one account. */
const each = 3;

interface Fault {
  /** Why it cannot be tried here, if so. */
  impossible?: (cluster: Cluster) => string | undefined;
  /** Breaks something, and answers what mends it. */
  strike: (cluster: Cluster) => Promise<() => Promise<void>>;
}

async function leaderOf(cluster: Cluster): Promise<DatabaseNode> {
  const leader = await cluster.leader();
  if (!leader) throw new Error('No node leads');
  return leader;
}

async function untilAnotherLeads(cluster: Cluster, former: DatabaseNode): Promise<void> {
  for (let waited = 0; waited < patient(60_000); waited += 100) {
    const leaders = await Promise.all(
      cluster.nodes.map(async (node) => node !== former && (await node.leads())),
    );
    if (leaders.includes(true)) return;
    await delay(100);
  }
  throw new Error(`No other node took over from ${former.name}`);
}

/** Writes a file until there is no room for any more of it. */
function fillUp(file: string): void {
  const chunk = Buffer.alloc(1024 ** 2);
  try {
    for (;;) appendFileSync(file, chunk);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

/** Begins files of the log until there is no room for one: what is there already would last for minutes. */
async function exhaustLog({ superuser }: Cluster): Promise<void> {
  const client = new pg.Client(superuser);
  client.on('error', () => {});
  await client.connect();
  try {
    for (let file = 0; file < 100; file += 1)
      await client.query("select pg_logical_emit_message(false, 'filler', 'filler'), pg_switch_wal()");
  } catch {
    // The leader has ended for want of room.
  } finally {
    await client.end().catch(() => {});
  }
}

const noNetwork = ({ network }: Cluster) =>
  network.cut ? undefined : 'needs root and the right to make network namespaces';

const faults = {
  'leader killed': {
    async strike(cluster) {
      const leader = await leaderOf(cluster);
      await leader.killDatabase();
      await untilAnotherLeads(cluster, leader);
      return async () => leader.startDatabase();
    },
  },
  'synchronous standby killed': {
    async strike({ nodes }) {
      const synchronous = await Promise.all(nodes.map((node) => node.isSynchronous()));
      const standby = nodes.find((_, index) => synchronous[index]);
      if (!standby) throw new Error('No standby is synchronous');
      await standby.killDatabase();
      return async () => standby.startDatabase();
    },
  },
  'leader frozen and continued': {
    async strike(cluster) {
      const leader = await leaderOf(cluster);
      leader.freeze(true);
      await untilAnotherLeads(cluster, leader);
      await delay(during);
      return async () => leader.freeze(false);
    },
  },
  'leader cut off': {
    impossible: noNetwork,
    async strike(cluster) {
      const leader = await leaderOf(cluster);
      cluster.network.cut?.(leader.number, true);
      await untilAnotherLeads(cluster, leader);
      await delay(during);
      return async () => cluster.network.cut?.(leader.number, false);
    },
  },
  "leader's disk full": {
    impossible: ({ disks }) => (disks.length > 0 ? undefined : 'needs the right to mount a small disk'),
    async strike(cluster) {
      const leader = await leaderOf(cluster);
      const filler = join(leader.folder, 'filler');
      fillUp(filler);
      await exhaustLog(cluster);
      await untilAnotherLeads(cluster, leader);
      return () => rm(filler);
    },
  },
  'etcd lost': {
    async strike({ nodes }) {
      const lost = nodes.slice(0, 2);
      await Promise.all(lost.map((node) => node.killEtcd()));
      await delay(during * 3);
      return async () => {
        for (const node of lost) node.startEtcd();
        await Promise.all(lost.map((node) => node.untilEtcdAnswers()));
      };
    },
  },
  switchover: {
    async strike(cluster) {
      const leader = await leaderOf(cluster);
      await leader.handOver();
      await untilAnotherLeads(cluster, leader);
      return async () => {};
    },
  },
  'replica killed': {
    async strike({ replicas }) {
      const [replica] = replicas;
      await replica?.end('SIGKILL');
      await delay(during);
      return async () => replica?.start();
    },
  },
  'replicas rolled': {
    async strike(cluster) {
      for (const [index, replica] of cluster.replicas.entries()) {
        await replica.end('SIGTERM');
        replica.start();
        await cluster.untilReady(index);
      }
      return async () => {};
    },
  },
} satisfies Record<string, Fault>;

export type ClusterFault = keyof typeof faults;
export const clusterFaults = Object.keys(faults) as ClusterFault[];

interface Measured {
  problems: string[];
  /** The longest time that nobody could write, in milliseconds. */
  gap: number;
}

/** The cluster, who writes to it all the time, and where it is looked at. */
interface Scene {
  cluster: Cluster;
  probes: Probes;
  examiner: Examiner;
  textOf: (email: string) => Promise<string>;
}

/**
 * One fault, with people of its own: the whole list of a long account is read in parts, which together are no moment of it.
 */
async function playFault(
  { cluster, probes, examiner, textOf }: Scene,
  name: ClusterFault,
  seed: number,
): Promise<Measured> {
  const { address } = cluster;
  const fault: Fault = faults[name];
  const prefix = `${name.replace(/[^a-z]+/g, '-')}-`;
  const load = await startLoad({ address, seed, accounts, each, prefix, textOf });
  await delay(before);
  await examiner.hold();
  const promised = load.acknowledged;
  const begun = performance.now();
  const mend = await fault.strike(cluster);
  await probes.untilAcknowledged();
  await mend();
  await cluster.untilWhole();
  await Promise.all(cluster.replicas.map((_, index) => cluster.untilReady(index)));
  await probes.untilAcknowledged();
  const gap = probes.longestGap(begun);
  const afterwards = await examiner.examine(promised);
  const unexplained = await examineHistory(load);
  const atTheEnd = await examiner.examine(load.acknowledged);
  return {
    problems: [...afterwards, ...unexplained, ...atTheEnd, ...load.mistakes, ...probes.mistakes],
    gap,
  };
}

/**
 * Breaks a cluster in these ways, one after the other, while clients deposit, withdraw, decide, edit and read through its
 * proxy; after each looks for what was acknowledged, at the books, at the sealed history, and at the history of every
 * account, which must be linearizable, and says for how long nobody could write. The seed decides what the clients do.
 */
export async function playCluster(
  programs: Programs,
  chosen: readonly ClusterFault[],
  seed: number,
): Promise<Outcome> {
  const environment = {
    RATE_LIMITS: 'off',
    DEV_MAILBOX_KEY: mailboxKey,
    ADMIN_EMAIL: adminSignIn.email,
    ADMIN_PASSWORD: adminSignIn.password,
    LOG_LEVEL: 'error',
  };
  const cluster = await Cluster.start({ programs, environment, breakable: true });
  const pool = new pg.Pool({ ...cluster.superuser, max: 1 });
  pool.on('error', () => {});
  try {
    const { address } = cluster;
    const textOf = (email: string) => textInDevMailbox(cluster.replicaAddress(), email);
    const probed = await readUserId(address, await signUp(address, 'probe@example.com', textOf));
    const probes = new Probes(address, await signIn(address, adminSignIn), probed);
    const examiner = new Examiner(pool, cluster.dataDir);
    const scene: Scene = { cluster, probes, examiner, textOf };
    const failures: string[] = [];
    let passed = 0;
    for (const [index, name] of chosen.entries()) {
      const fault: Fault = faults[name];
      const reason = fault.impossible?.(cluster);
      if (reason !== undefined) {
        console.log(`${name.padEnd(28)} not tried: ${reason}`);
        continue;
      }
      const { problems, gap } = await playFault(scene, name, seed + index);
      if (problems.length > 0) failures.push(`${name}: ${shorten(problems)}`);
      else passed += 1;
      console.log(
        `${name.padEnd(28)} ${problems.length === 0 ? 'ok    ' : 'FAILED'} no write for ${(gap / 1_000).toFixed(1)} s at most`,
      );
      if (problems.length > 0) break;
    }
    await probes.stop();
    console.log(`all sealed after ${Math.round(examiner.longestWait)} ms at most`);
    return { passed, failures };
  } finally {
    await pool.end();
    await cluster.stop();
  }
}
