import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { builtServer, Cluster } from '../../scripts/cluster/cluster';
import type { DatabaseNode } from '../../scripts/cluster/node';
import type { Programs } from '../../scripts/cluster/programs';
import { mailboxKey } from '../support/mailbox';
import { additiveStatements, makeNextVersion } from '../support/next-version';
import { patient } from '../support/patience';
import { collectsOrphans } from '../support/processes';
import { exhaustLog, fillUp } from './disk';
import { Examiner, shorten } from './examine';
import { examineHistory, startLoad } from './load';
import type { Outcome } from './outcome';
import { type Probes, probeLists, probeWrites } from './probes';
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
  /** Nobody can write until it is mended. */
  writesWait?: true;
  /**
   * Lists are read at standbys, and must be answered all the time, or as long as there is a leader. What standbys answer is
   * no part of the linearizable history then: a standby shows a commit before the leader does, which waits for it.
   */
  listsAtStandbys?: 'go on' | 'come back';
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

async function killLeader(cluster: Cluster): Promise<() => Promise<void>> {
  const leader = await leaderOf(cluster);
  await leader.killDatabase();
  await untilAnotherLeads(cluster, leader);
  return async () => leader.startDatabase();
}

async function killSynchronous({ nodes }: Cluster): Promise<() => Promise<void>> {
  const synchronous = await Promise.all(nodes.map((node) => node.isSynchronous()));
  const standby = nodes.find((_, index) => synchronous[index]);
  if (!standby) throw new Error('No standby is synchronous');
  await standby.killDatabase();
  return async () => standby.startDatabase();
}

const standbysOf = async (cluster: Cluster) => {
  const leader = await leaderOf(cluster);
  return cluster.nodes.filter((node) => node !== leader);
};

/** Patroni waits for a database that was killed with it, as long as nobody has collected it. */
const noInit = () =>
  collectsOrphans() ? undefined : 'needs a first process that collects ended ones (docker run --init)';

const noNetwork = ({ network }: Cluster) =>
  network.cut ? undefined : 'needs root and the right to make network namespaces';

const faults = {
  'leader killed': { impossible: noInit, strike: killLeader },
  'synchronous standby killed': { impossible: noInit, strike: killSynchronous },
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
      await exhaustLog(cluster.superuser);
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
      const next = makeNextVersion(builtServer, join(cluster.folder, 'next'), additiveStatements);
      await cluster.migrate(next);
      await cluster.roll(next);
      return () => cluster.roll();
    },
  },
  'lists at standbys: one killed': {
    listsAtStandbys: 'go on',
    async strike(cluster) {
      const mend = await killSynchronous(cluster);
      await delay(during);
      return mend;
    },
  },
  'lists at standbys: both killed': {
    writesWait: true,
    listsAtStandbys: 'go on',
    async strike(cluster) {
      const standbys = await standbysOf(cluster);
      await Promise.all(standbys.map((node) => node.killDatabase()));
      await delay(during);
      return async () => {
        for (const node of standbys) node.startDatabase();
      };
    },
  },
  'lists at standbys: leader killed': { listsAtStandbys: 'come back', strike: killLeader },
} satisfies Record<string, Fault>;

export type ClusterFault = keyof typeof faults;
export const clusterFaults = Object.keys(faults) as ClusterFault[];

const inSeconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

interface Measured {
  problems: string[];
  /** The longest times that nobody could write, and that no list was answered, in milliseconds. */
  gaps: { writes: number; lists: number };
}

/** The cluster, who writes to it all the time, and where it is looked at. */
interface Scene {
  cluster: Cluster;
  writes: Probes;
  lists: Probes;
  examiner: Examiner;
  textOf: (email: string) => Promise<string>;
}

/**
 * One fault, with people of its own: the whole list of a long account is read in parts, which together are no moment of it.
 */
async function playFault(
  { cluster, writes, lists, examiner, textOf }: Scene,
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
  const readBefore = fault.listsAtStandbys ? await readAtStandbys(cluster) : [];
  const refusedBefore = lists.refused;
  const begun = performance.now();
  const mend = await fault.strike(cluster);
  if (!fault.writesWait) await writes.untilSuccess();
  await mend();
  await cluster.untilWhole();
  await Promise.all(cluster.replicas.map((_, index) => cluster.untilReady(index)));
  await Promise.all([writes.untilSuccess(), lists.untilSuccess()]);
  const gaps = { writes: writes.longestGap(begun), lists: lists.longestGap(begun) };
  const refused = lists.refused - refusedBefore;
  const readAfterwards = fault.listsAtStandbys ? await readAtStandbys(cluster) : [];
  const afterwards = await examiner.examine(promised);
  const unexplained = await examineHistory(load, !fault.listsAtStandbys);
  const atTheEnd = await examiner.examine(load.acknowledged);
  return {
    problems: [
      ...(fault.listsAtStandbys === 'go on' && refused > 0 ? [`${refused} lists were refused`] : []),
      ...readBefore,
      ...readAfterwards,
      ...afterwards,
      ...unexplained,
      ...atTheEnd,
      ...load.mistakes,
      ...writes.mistakes,
      ...lists.mistakes,
    ],
    gaps,
  };
}

/** Waits until lists are read at standbys, under the load that there is; says so when they are not. */
async function readAtStandbys(cluster: Cluster): Promise<string[]> {
  const standbys = await standbysOf(cluster);
  const count = async () => {
    const counts = await Promise.all(standbys.map((node) => cluster.transactionsAt(node)));
    return counts.reduce((sum, each) => sum + each, 0);
  };
  const before = await count();
  for (let waited = 0; waited < patient(30_000); waited += 200) {
    if ((await count()) > before) return [];
    await delay(200);
  }
  return ['no list was read at a standby'];
}

/**
 * Breaks a cluster in these ways, one after the other, while clients deposit, withdraw, decide, edit and read through its
 * proxy; after each looks for what was acknowledged, at the books, at the sealed history, and at the history of every
 * account, which must be linearizable, and says for how long nobody could write, or read lists. The seed decides what the clients do.
 */
export async function playCluster(
  programs: Programs,
  chosen: readonly ClusterFault[],
  seed: number,
): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failures: [] };
  for (const listsAtStandbys of [false, true]) {
    const isOfThese = (name: ClusterFault) => 'listsAtStandbys' in faults[name] === listsAtStandbys;
    const played = chosen.filter(isOfThese);
    if (played.length === 0 || outcome.failures.length > 0) continue;
    const { passed, failures } = await playOn(programs, played, seed, listsAtStandbys);
    outcome.passed += passed;
    outcome.failures.push(...failures);
  }
  return outcome;
}

/** Some of them on one cluster, whose lists are read at its leader or at its standbys. */
async function playOn(
  programs: Programs,
  chosen: readonly ClusterFault[],
  seed: number,
  listsAtStandbys: boolean,
): Promise<Outcome> {
  const environment = {
    RATE_LIMITS: 'off',
    DEV_MAILBOX_KEY: mailboxKey,
    ADMIN_EMAIL: adminSignIn.email,
    ADMIN_PASSWORD: adminSignIn.password,
    LOG_LEVEL: 'error',
  };
  const cluster = await Cluster.start({ programs, environment, listsAtStandbys, breakable: true });
  const pool = new pg.Pool({ ...cluster.superuser, max: 1 });
  pool.on('error', () => {});
  try {
    const { address } = cluster;
    const textOf = (email: string) => textInDevMailbox(cluster.replicaAddress(), email);
    const probed = await readUserId(address, await signUp(address, 'probe@example.com', textOf));
    const admin = await signIn(address, adminSignIn);
    const writes = probeWrites(address, admin, probed);
    const lists = probeLists(address, admin);
    const examiner = new Examiner(pool, cluster.dataDir);
    const scene: Scene = { cluster, writes, lists, examiner, textOf };
    const failures: string[] = [];
    let passed = 0;
    for (const [index, name] of chosen.entries()) {
      const fault: Fault = faults[name];
      const reason = fault.impossible?.(cluster);
      if (reason !== undefined) {
        console.log(`${name.padEnd(32)} not tried: ${reason}`);
        continue;
      }
      const { problems, gaps } = await playFault(scene, name, seed + index);
      if (problems.length > 0) failures.push(`${name}: ${shorten(problems)}`);
      else passed += 1;
      console.log(
        `${name.padEnd(32)} ${problems.length === 0 ? 'ok    ' : 'FAILED'} no write for ${inSeconds(gaps.writes)} at most, no list for ${inSeconds(gaps.lists)}`,
      );
      if (problems.length > 0) break;
    }
    await Promise.all([writes.stop(), lists.stop()]);
    console.log(`all sealed after ${Math.round(examiner.longestWait)} ms at most`);
    return { passed, failures };
  } finally {
    await pool.end();
    await cluster.stop();
  }
}
