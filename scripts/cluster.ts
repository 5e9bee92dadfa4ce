import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { serverPaths } from '../contract/paths';
import { ensureBuilt } from './built-product';
import { Cluster } from './cluster/cluster';
import type { DatabaseNode } from './cluster/node';
import { ensureCluster, ProgramsMissing } from './cluster/programs';
import { carryOutAll } from './cluster/typed-words';
import { elapsed } from './run-command';

/** `npm run cluster [-- --port 8080]`: a cluster on this machine, to look at and to break (docs/cluster.md). */
const { values } = parseArgs({ options: { port: { type: 'string', default: '8080' } } });

const admin = { email: 'admin@example.com', password: randomBytes(9).toString('base64url') };
const mailboxKey = randomBytes(9).toString('base64url');

const help = `  status       which node leads, which follow
  kill         ends the leader at once, as if its machine had lost its power
  freeze       stops the leader in the middle of what it does
  back         starts what was killed, and lets what is frozen go on
  switchover   hands the lead over on purpose
  quit         stops everything and removes it`;

let frozen: DatabaseNode | undefined;

async function showStatus(cluster: Cluster): Promise<void> {
  for (const node of cluster.nodes) {
    const [status, synchronous] = await Promise.all([node.status(), node.isSynchronous()]);
    const role = synchronous ? 'synchronous standby' : (status?.role ?? 'does not answer');
    console.log(`  ${node.name}  ${node.database.padEnd(22)} ${status?.state ?? ''} ${role}`);
  }
}

async function leaderOf(cluster: Cluster): Promise<DatabaseNode> {
  const leader = await cluster.leader();
  if (!leader) throw new Error('No node leads at this moment.');
  return leader;
}

/** Waits until another node leads and the product writes again, and says how long that took. */
async function sayWhoFollows(cluster: Cluster, former: DatabaseNode): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const leader = await cluster.leader();
    if (leader && leader !== former) {
      await cluster.untilReady();
      console.log(`  ${leader.name} leads; the product answers again after ${elapsed(begun)}`);
      return;
    }
    if (performance.now() - begun > 60_000) throw new Error('No other node has taken over for a minute.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function carryOut(cluster: Cluster, command: string): Promise<void> {
  switch (command) {
    case 'status':
      return showStatus(cluster);
    case 'kill': {
      const leader = await leaderOf(cluster);
      await leader.killDatabase();
      console.log(`  ${leader.name} is dead`);
      return sayWhoFollows(cluster, leader);
    }
    case 'freeze': {
      frozen = await leaderOf(cluster);
      frozen.freeze(true);
      console.log(`  ${frozen.name} is frozen`);
      return sayWhoFollows(cluster, frozen);
    }
    case 'back':
      frozen?.freeze(false);
      frozen = undefined;
      for (const node of cluster.nodes) node.startDatabase();
      await cluster.untilWhole();
      return showStatus(cluster);
    case 'switchover': {
      const leader = await leaderOf(cluster);
      await leader.handOver();
      return sayWhoFollows(cluster, leader);
    }
    default:
      console.log(help);
  }
}

async function main(): Promise<void> {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('--port must be a port.');
  const programs = ensureCluster();
  await ensureBuilt();
  // A second signal, as npm passes on beside that of the terminal, must not leave the databases behind.
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort());
  console.log('Starting');
  const cluster = await Cluster.start({
    programs,
    port,
    environment: { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, DEV_MAILBOX_KEY: mailboxKey },
    say: (step) => console.log(`  ${step}`),
  });
  console.log(`
  Open             ${cluster.address}
  Dev mailbox      ${cluster.replicaAddress()}${serverPaths.devMailbox}/${mailboxKey}
  Administrator    ${admin.email}
  Password         ${admin.password}

${help}
`);
  const lines = createInterface({ input: process.stdin, prompt: '> ', signal: ended.signal });
  lines.on('SIGINT', () => ended.abort());
  try {
    if (!ended.signal.aborted) await carryOutAll(lines, (word) => carryOut(cluster, word));
  } finally {
    console.log('Stopping');
    await cluster.stop();
  }
}

try {
  await main();
} catch (error) {
  // What a person can mend needs no trace.
  console.error(error instanceof ProgramsMissing ? error.message : error);
  process.exitCode = 1;
}
