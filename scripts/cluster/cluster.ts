import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { sharedRefusals } from '../../contract/messages';
import type { ErrorBody } from '../../contract/wire';
import { chooseRunAs } from '../../server/db/embedded/run-as';
import { freePort } from '../../tests/support/free-port';
import { rolesByTheBook } from '../../tests/support/operator-roles';
import { root } from '../run-command';
import { mountDisk, unmountDisk } from './disk';
import { fill } from './fill';
import { loopbackNetwork, type Network, namespacedNetwork } from './network';
import { DatabaseNode, databasePort } from './node';
import { Program, until } from './program';
import type { Programs } from './programs';

const numbers = [1, 2, 3] as const;

interface Options {
  programs: Programs;
  /** The port of the whole; any free one unless it is given. */
  port?: number;
  /** Variables of the product on top of what the cluster sets. */
  environment?: NodeJS.ProcessEnv;
  /** Whether lists are read at standbys (`DATABASE_READ_URL`); they are unless told otherwise. */
  listsAtStandbys?: boolean;
  /** Whether its network can be cut and its disks filled, where the system lets us. */
  breakable?: boolean;
  /** Hears of each step of the start. */
  say?: (step: string) => void;
}

const secret = () => randomBytes(18).toString('base64url');

/** The program of the product, as it is built. */
export const builtServer = join(root, 'dist/server/main.js');

/** Bytes of the disk of a node that can be filled. */
const diskSize = 1024 ** 3;

/**
 * Three nodes of PostgreSQL under Patroni with etcd, HAProxy before them, three replicas of the product, and nginx before
 * those, all on this machine in a folder of their own that goes with them (docs/cluster.md).
 */
export class Cluster {
  readonly nodes: readonly DatabaseNode[];
  readonly replicas: readonly Program[];
  /** Folders of nodes that are disks of their own, which can be filled. */
  readonly disks: readonly string[];
  private readonly secrets = { superuser: secret(), replication: secret(), rewind: secret(), api: secret() };
  private readonly haproxy: Program;
  private readonly nginx: Program;

  private constructor(
    readonly folder: string,
    readonly network: Network,
    private readonly ports: { nginx: number; haproxy: number; reads: number; replicas: readonly number[] },
    private readonly credentials: { owner: string; server: string },
    private readonly options: Options,
    runAs: NonNullable<Awaited<ReturnType<typeof chooseRunAs>>>,
  ) {
    const { programs, environment, listsAtStandbys = true } = options;
    const shared = { folder, programs, network, runAs, secrets: this.secrets, nodes: numbers };
    const places = numbers.map((number) => join(folder, `node${number}`));
    this.disks = options.breakable ? places.filter((place) => mountDisk(place, diskSize)) : [];
    this.nodes = numbers.map((number) => new DatabaseNode(number, shared));
    const proxies = join(folder, 'proxies');
    mkdirSync(proxies);
    writeFileSync(
      join(proxies, 'haproxy.cfg'),
      fill('haproxy.cfg', {
        LISTEN: `127.0.0.1:${ports.haproxy}`,
        LISTEN_READS: `127.0.0.1:${ports.reads}`,
        SERVERS: this.nodes.map(({ server }) => server).join('\n    '),
      }),
    );
    writeFileSync(
      join(proxies, 'nginx.conf'),
      fill('nginx.conf', {
        FOLDER: proxies,
        LISTEN: `127.0.0.1:${ports.nginx}`,
        REPLICAS: ports.replicas.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n        '),
        UNAVAILABLE: JSON.stringify(unavailable),
      }),
    );
    this.haproxy = new Program('haproxy', proxies, [programs.haproxy, '-f', join(proxies, 'haproxy.cfg')]);
    this.nginx = new Program('nginx', proxies, [
      programs.nginx,
      ...['-e', join(proxies, 'error.log'), '-c', join(proxies, 'nginx.conf')],
    ]);
    const product = {
      DATA_DIR: this.dataDir,
      DATABASE_URL: this.databaseUrl('averin_server', credentials.server),
      ...(listsAtStandbys && {
        DATABASE_READ_URL: this.databaseUrl('averin_server', credentials.server, ports.reads),
      }),
      TRUST_PROXY: 'loopback',
      PUBLIC_URL: this.address,
      ...environment,
    };
    this.replicas = ports.replicas.map(
      (port, index) =>
        new Program(
          `replica${index + 1}`,
          root,
          [process.execPath, builtServer],
          { ...product, PORT: String(port) },
          join(folder, `replica${index + 1}.log`),
        ),
    );
  }

  /** Starts all of it and waits until it answers. Throws, with what was said last, when something does not start. */
  static async start(options: Options): Promise<Cluster> {
    const runAs = await chooseRunAs();
    if (!runAs) throw new Error('PostgreSQL cannot run as this user');
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'averin-cluster-')));
    const network = (options.breakable && namespacedNetwork(numbers)) || loopbackNetwork();
    const ports = {
      nginx: options.port ?? (await freePort()),
      haproxy: await freePort(),
      reads: await freePort(),
      replicas: [await freePort(), await freePort(), await freePort()],
    };
    const credentials = { owner: secret(), server: secret() };
    const cluster = new Cluster(folder, network, ports, credentials, options, runAs);
    try {
      await cluster.begin();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Where people reach the product. */
  get address(): string {
    return `http://127.0.0.1:${this.ports.nginx}`;
  }

  /** Where a replica listens: what is for the machine itself is not passed on by the proxy. */
  replicaAddress(index = 0): string {
    return `http://127.0.0.1:${this.ports.replicas[index]}`;
  }

  /** A connection to the leader, through HAProxy, as PostgreSQL's superuser. */
  get superuser(): pg.ClientConfig {
    return {
      host: '127.0.0.1',
      port: this.ports.haproxy,
      user: 'postgres',
      password: this.secrets.superuser,
      database: 'averin',
    };
  }

  /** Which the replicas share, as those of one machine may. */
  get dataDir(): string {
    return join(this.folder, 'product');
  }

  async leader(): Promise<DatabaseNode | undefined> {
    const leads = await Promise.all(this.nodes.map((node) => node.leads()));
    return this.nodes.find((_, index) => leads[index]);
  }

  /** How many transactions the product has had at a node: what it reads at a standby is one each. */
  async transactionsAt({ host }: DatabaseNode): Promise<number> {
    // By another database, where this look does not count itself.
    const client = new pg.Client({ ...this.superuser, host, port: databasePort, database: 'postgres' });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query<{ count: number }>(
        'select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = $1',
        [this.superuser.database],
      );
      return rows[0]?.count ?? 0;
    } finally {
      await client.end();
    }
  }

  /** Waits until one node leads, the others follow it, and one of them acknowledges what it writes. */
  untilWhole(): Promise<void> {
    const whole = async () => {
      const states = await Promise.all(this.nodes.map((node) => node.status()));
      const running = states.filter((status) => status && ['running', 'streaming'].includes(status.state));
      const leaders = states.filter((status) => status && ['master', 'primary'].includes(status.role));
      const synchronous = await Promise.all(this.nodes.map((node) => node.isSynchronous()));
      return running.length === this.nodes.length && leaders.length === 1 && synchronous.includes(true);
    };
    const tell = () => this.nodes.map((node) => `${node.name}:\n${node.lastWords}`).join('\n\n');
    return until('The database is whole', whole, { patience: 180_000, tell });
  }

  /** Waits until a replica, or without a number the whole, says that its database answers. */
  untilReady(index?: number): Promise<void> {
    const address = index === undefined ? this.address : this.replicaAddress(index);
    const ready = async () => (await fetch(`${address}/api/ready`)).ok;
    const replica = this.replicas[index ?? 0];
    return until(`${address} answers`, ready, {
      patience: 120_000,
      pause: 20,
      tell: () => replica?.lastWords ?? '',
    });
  }

  /** Brings the database to the schema of the built server, or of another version's. */
  async migrate(program = builtServer): Promise<void> {
    const environment = {
      PATH: process.env.PATH,
      DATA_DIR: this.dataDir,
      DATABASE_URL: this.databaseUrl('averin_server', this.credentials.server),
      DATABASE_OWNER_URL: this.databaseUrl('averin_owner', this.credentials.owner),
      ...this.options.environment,
    };
    await promisify(execFile)(process.execPath, [program, '--migrate'], { cwd: root, env: environment });
  }

  /** Replaces the replicas one after the other, by another version of the product where one is given. */
  async roll(program = builtServer): Promise<void> {
    for (const [index, replica] of this.replicas.entries()) {
      await replica.end('SIGTERM');
      replica.start([process.execPath, program]);
      await this.untilReady(index);
    }
  }

  /** Stops everything and removes what it has written. */
  async stop(): Promise<void> {
    await this.nginx.end('SIGTERM');
    await Promise.all(this.replicas.map((replica) => replica.end('SIGTERM')));
    await this.haproxy.end('SIGTERM', 2_000);
    await Promise.all(this.nodes.map((node) => node.stop()));
    this.network.remove();
    for (const disk of this.disks) unmountDisk(disk);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private databaseUrl(role: string, password: string, port = this.ports.haproxy): string {
    return `postgres://${role}:${password}@127.0.0.1:${port}/averin`;
  }

  private async begin(): Promise<void> {
    const say = this.options.say ?? (() => {});
    say('etcd, three members');
    for (const node of this.nodes) node.startEtcd();
    await Promise.all(this.nodes.map((node) => node.untilEtcdAnswers()));
    say('PostgreSQL under Patroni, one leader and two standbys');
    for (const node of this.nodes) node.startDatabase();
    await this.untilWhole();
    say('HAProxy, which leads to the leader, and reads to those that follow it');
    this.haproxy.start();
    await this.makeRoles();
    say('the schema');
    await this.migrate();
    say('three replicas of the product, and nginx before them');
    for (const replica of this.replicas) replica.start();
    await Promise.all(this.replicas.map((_, index) => this.untilReady(index)));
    this.nginx.start();
    await this.untilReady();
  }

  /** The roles and the database of docs/operating.md, "Two roles". */
  private async makeRoles(): Promise<void> {
    // HAProxy takes every server for alive until it has looked at it twice.
    await until('HAProxy leads to the leader and nowhere else', async () => {
      const leads = await Promise.all(this.nodes.map(() => this.reachesLeader()));
      return leads.every((each) => each);
    });
    const client = new pg.Client({ ...this.superuser, database: 'postgres' });
    await client.connect();
    try {
      for (const statement of rolesByTheBook(this.credentials)) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  private async reachesLeader(): Promise<boolean> {
    const client = new pg.Client({ ...this.superuser, database: 'postgres' });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
      return rows[0]?.follows === false;
    } finally {
      await client.end();
    }
  }
}

/** What nginx answers while no replica does: the product's own words. */
const unavailable: ErrorBody = {
  errors: [{ error: sharedRefusals.unavailable, message: sharedRefusals.unavailable, code: 'unavailable' }],
};
