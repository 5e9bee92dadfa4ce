import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from '../../contract/zod';
import type { RunAs } from '../../server/db/embedded/run-as';
import { fill } from './fill';
import type { Network } from './network';
import { Program, processesIn, signalAll, until } from './program';
import type { Programs } from './programs';

export const databasePort = 5432;
const ports = { rest: 8008, etcd: 2379, peer: 2380 } as const;

/** What the nodes of a cluster share. */
export interface NodeOptions {
  folder: string;
  programs: Programs;
  network: Network;
  runAs: RunAs;
  secrets: { superuser: string; replication: string; rewind: string; api: string };
  /** The numbers of all nodes. */
  nodes: readonly number[];
}

const statusSchema = z.object({ state: z.string(), role: z.string() });

/** A machine of the cluster: a PostgreSQL that Patroni runs, and a member of etcd. */
export class DatabaseNode {
  readonly name: string;
  readonly host: string;
  /** What its disk holds. */
  readonly folder: string;
  private readonly authorization: string;
  private readonly patroni: Program;
  private readonly etcd: Program;

  constructor(
    readonly number: number,
    { folder, programs, network, runAs, secrets, nodes }: NodeOptions,
  ) {
    this.name = `node${number}`;
    this.host = network.addressOf(number);
    this.authorization = `Basic ${Buffer.from(`patroni:${secrets.api}`).toString('base64')}`;
    this.folder = join(folder, this.name);
    const database = join(this.folder, 'database');
    mkdirSync(database, { recursive: true });
    // PostgreSQL, and nginx's workers beside it, are other users than root, and go through these.
    for (const path of [folder, this.folder]) chmodSync(path, 0o711);
    const configuration = join(database, 'patroni.yml');
    const text = fill('patroni.yml', {
      NAME: this.name,
      HOST: this.host,
      PORT: databasePort,
      REST_PORT: ports.rest,
      ETCD: nodes.map((node) => `${network.addressOf(node)}:${ports.etcd}`).join(','),
      BIN: programs.postgres,
      DATA: join(database, 'data'),
      FOLDER: database,
      NETWORK: network.range,
      SUPERUSER_PASSWORD: secrets.superuser,
      REPLICATION_PASSWORD: secrets.replication,
      REWIND_PASSWORD: secrets.rewind,
      API_PASSWORD: secrets.api,
    });
    writeFileSync(configuration, text, { mode: 0o600 });
    if (runAs.kind === 'user')
      for (const path of [database, configuration]) chownSync(path, runAs.uid, runAs.gid);
    const prefix = network.prefixOf(number);
    this.patroni = new Program('patroni', database, [
      ...prefix,
      ...asWhom(runAs),
      programs.patroni,
      configuration,
    ]);
    const url = (port: number, host = this.host) => `http://${host}:${port}`;
    this.etcd = new Program('etcd', join(this.folder, 'etcd'), [
      ...prefix,
      programs.etcd,
      ...['--name', this.name, '--data-dir', join(this.folder, 'etcd', 'data')],
      ...['--listen-client-urls', url(ports.etcd), '--advertise-client-urls', url(ports.etcd)],
      ...['--listen-peer-urls', url(ports.peer), '--initial-advertise-peer-urls', url(ports.peer)],
      '--initial-cluster',
      nodes.map((node) => `node${node}=${url(ports.peer, network.addressOf(node))}`).join(','),
      ...['--initial-cluster-token', folder, '--logger', 'zap'],
      // Patroni's own interface to it: deploy/cluster/patroni.yml says why.
      '--enable-v2',
    ]);
  }

  /** `HOST:PORT` of its database. */
  get database(): string {
    return `${this.host}:${databasePort}`;
  }

  /** A line for HAProxy. */
  get server(): string {
    return `server ${this.name} ${this.database} check port ${ports.rest}`;
  }

  startEtcd(): void {
    if (!this.etcd.isRunning) this.etcd.start();
  }

  startDatabase(): void {
    if (!this.patroni.isRunning) this.patroni.start();
  }

  killEtcd(): Promise<void> {
    return this.etcd.end('SIGKILL');
  }

  untilEtcdAnswers(): Promise<void> {
    const healthy = async () => (await fetch(`http://${this.host}:${ports.etcd}/health`)).ok;
    return until(`etcd of ${this.name}`, healthy, { tell: () => this.etcd.lastWords });
  }

  /** Ends Patroni and PostgreSQL at once, as a machine that loses its power. */
  async killDatabase(): Promise<void> {
    const place = join(this.folder, 'database');
    // Patroni first, or it would start what is killed after it.
    this.patroni.signal('SIGKILL');
    for (let left = processesIn(place); left.length > 0; left = processesIn(place)) {
      signalAll(left, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Stops Patroni and PostgreSQL in the middle of what they do, or lets them go on. */
  freeze(frozen: boolean): void {
    signalAll(processesIn(join(this.folder, 'database')), frozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** What it says of itself; undefined while it says nothing. */
  async status(): Promise<z.infer<typeof statusSchema> | undefined> {
    try {
      const signal = AbortSignal.timeout(1_000);
      const response = await fetch(`http://${this.host}:${ports.rest}/patroni`, { signal });
      return statusSchema.parse(await response.json());
    } catch {
      return undefined;
    }
  }

  /** Whether it leads, by its own lock. */
  async leads(): Promise<boolean> {
    const signal = AbortSignal.timeout(1_000);
    const response = await fetch(`http://${this.host}:${ports.rest}/primary`, { signal }).catch(
      () => undefined,
    );
    return response?.ok === true;
  }

  /** Whether it is the standby that acknowledges what the leader writes. */
  async isSynchronous(): Promise<boolean> {
    const signal = AbortSignal.timeout(1_000);
    const response = await fetch(`http://${this.host}:${ports.rest}/synchronous`, { signal }).catch(
      () => undefined,
    );
    return response?.ok === true;
  }

  /** Hands the lead over to another node, on purpose. Throws when Patroni refuses. */
  async handOver(): Promise<void> {
    const response = await fetch(`http://${this.host}:${ports.rest}/switchover`, {
      method: 'POST',
      headers: { authorization: this.authorization },
      body: JSON.stringify({ leader: this.name }),
    });
    if (!response.ok) throw new Error(`The switchover was refused: ${await response.text()}`);
  }

  /** Stops it in order. */
  async stop(): Promise<void> {
    this.freeze(false);
    await this.patroni.end('SIGTERM');
    await this.killDatabase();
    await this.etcd.end('SIGTERM', 5_000);
  }

  get lastWords(): string {
    return this.patroni.lastWords;
  }
}

/** PostgreSQL refuses root. */
function asWhom(runAs: RunAs): readonly string[] {
  switch (runAs.kind) {
    case 'self':
      return [];
    case 'namespace':
      return ['/usr/bin/unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];
    case 'user':
      return ['/usr/bin/setpriv', `--reuid=${runAs.uid}`, `--regid=${runAs.gid}`, '--clear-groups', '--'];
  }
}
