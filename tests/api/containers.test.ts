import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { validate } from 'dockerfile-utils';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from '../../contract/zod';
import { findOtherPostgres } from '../../scripts/postgresql';
import { readConfig } from '../../server/config';
import { findBinaries } from '../../server/db/embedded/binaries';
import { createCluster, startCluster, stopCluster } from '../../server/db/embedded/cluster';
import { chooseRunAs } from '../../server/db/embedded/run-as';
import {
  type Inside,
  makeRoot,
  runInside,
  type StartedInside,
  startInside,
  userOf,
  whyNoCleanRoot,
} from '../support/clean-root';
import { freePort } from '../support/free-port';
import { containerOf, followDockerfile, type Image } from '../support/image-steps';
import { liveEnvironment } from '../support/live';
import { rolesByTheBook } from '../support/operator-roles';
import { patient } from '../support/patience';
import { findProgram, lackingPrograms } from '../support/system-programs';

/*
 * The image, the unit and compose.yaml, as far as they can be run without an engine of containers and without systemd: their
 * own commands, users, folders and limits, in roots of their own (docs/operating.md, "In a container", "As a service").
 */
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'averin-containers-'));
/** With this, the packages of the build are installed in the image's own root as well, which takes minutes. */
const whole = process.env.IMAGE_STEPS === 'all';

const started = new Set<StartedInside>();
afterAll(async () => {
  for (const one of started) await one.stop('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

/** Starts the product in a root, on a port of loopback, and waits until it is ready. */
async function start(folder: string, inside: Inside): Promise<{ product: StartedInside; address: string }> {
  const port = await freePort();
  const product = startInside(folder, {
    ...inside,
    env: { ...inside.env, HOST: '127.0.0.1', PORT: String(port) },
  });
  started.add(product);
  const address = `http://127.0.0.1:${port}`;
  const limit = patient(60_000);
  for (let waited = 0; waited < limit && !product.ended(); waited += 100) {
    if ((await fetch(`${address}/api/ready`).catch(() => undefined))?.ok) return { product, address };
    await delay(100);
  }
  throw new Error(`The product did not start: ${product.said()}`);
}

async function stop(product: StartedInside, signal: NodeJS.Signals): Promise<number | null> {
  const code = await product.stop(signal);
  started.delete(product);
  return code;
}

test('Docker’s linter finds nothing wrong with the Dockerfile', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
});

const without = whyNoCleanRoot();
describe.skipIf(without !== undefined)('in a root of its own', () => {
  let image: Image;
  beforeAll(async () => {
    const { stdout } = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' });
    image = await followDockerfile({
      context: root,
      scratch,
      // What npm has installed here before is in its cache.
      env: { npm_config_offline: 'true' },
      caches: { '/root/.npm': stdout.trim() },
      ...(!whole && {
        made: { 'npm ci': { from: join(root, 'node_modules'), to: '/product/node_modules' } },
      }),
    });
  }, patient(900_000));

  test('the image holds what runs, and no tool, source or secret', () => {
    const product = join(image.root, 'product');
    const packages = (name: string) => existsSync(join(product, 'node_modules', name));
    expect(['fastify', 'pg'].filter(packages)).toEqual(['fastify', 'pg']);
    expect(['react', 'typescript', 'tsx', 'vite', 'vitest'].filter(packages)).toEqual([]);
    expect(
      ['server', 'src', 'scripts', '.git', '.env'].filter((name) => existsSync(join(product, name))),
    ).toEqual([]);
    expect(image.base).toMatch(/^node:24-/);
    expect(image.user).not.toBe('root');
  });

  test('a container becomes healthy, serves pages, and stops in order on what it is told to stop by', async () => {
    const container = containerOf(image, join(scratch, 'volumes'), {});
    // The image's own files cannot be written to.
    const { product, address } = await start(image.root, { ...container, readOnly: true });
    const health = async (port: string) => {
      const env = { ...container.env, PORT: port };
      return (await runInside(image.root, { ...container, env, command: image.healthcheck })).code;
    };
    expect(await health(new URL(address).port)).toBe(0);
    expect(await health(String(await freePort()))).toBe(1);
    expect(await (await fetch(address)).text()).toContain('<h1');
    expect(statSync(`/proc/${product.pid()}`).uid).toBe(userOf('node').uid);
    expect(await stop(product, image.stopSignal)).toBe(0);
    expect(statSync(join(scratch, 'volumes/data/postgres')).uid).toBe(userOf('node').uid);
    expect(existsSync(join(scratch, 'volumes/data/postgres/postmaster.pid'))).toBe(false);
  });

  test('the unit’s command runs within its limits', async () => {
    const unit = new Map(
      [...read('deploy/systemd/averin.service').matchAll(/^(\w+)=(.*)$/gm)].map(
        ([, key = '', value = '']) => [key, value],
      ),
    );
    const setting = (key: string) => unit.get(key) ?? '';
    const [program, ...args] = setting('ExecStart').split(' ');
    expect(program).toBe('/usr/bin/node');
    expect([setting('ProtectSystem'), setting('NoNewPrivileges'), setting('CapabilityBoundingSet')]).toEqual([
      'strict',
      'yes',
      '',
    ]);
    // systemd could raise what this machine allows, and we cannot.
    const allowed = Number(
      /^Max open files +\d+ +(\d+) /m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1],
    );
    const files = String(Math.min(Number(setting('LimitNOFILE')), allowed));
    const machine = join(scratch, 'machine');
    makeRoot(machine);
    // systemd gives the service a user of its own; here it is another one that is not root.
    const user = userOf('node');
    const state = join(scratch, 'state');
    mkdirSync(state, { mode: 0o700 });
    chownSync(state, user.uid, user.gid);
    const { product, address } = await start(machine, {
      command: [process.execPath, ...args],
      env: Object.fromEntries(
        setting('Environment')
          .split(' ')
          .map((word) => word.split('=', 2)),
      ),
      folder: setting('WorkingDirectory'),
      user,
      umask: setting('UMask'),
      mounts: [
        { from: join(image.root, 'product'), to: setting('WorkingDirectory'), readOnly: true },
        { from: state, to: `/var/lib/${setting('StateDirectory')}` },
      ],
      readOnly: true,
      limits: ['prlimit', `--nofile=${files}`],
      privileges: ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'],
    });
    expect(await (await fetch(address)).text()).toContain('<h1');
    const status = readFileSync(`/proc/${product.pid()}/status`, 'utf8');
    expect(status).toMatch(/^CapBnd:\t0+\nCapAmb:\t0+\nNoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Umask:\t0077$/m);
    expect(readFileSync(`/proc/${product.pid()}/limits`, 'utf8')).toMatch(
      new RegExp(`^Max open files +${files} +${files} `, 'm'),
    );
    const [, gigabytes] = /^(\d+)G$/.exec(setting('MemoryMax')) ?? [];
    expect(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1])).toBeLessThan(
      (Number(gigabytes) * 1024 ** 2) / 2,
    );
    const begun = performance.now();
    expect(await stop(product, 'SIGTERM')).toBe(0);
    expect(performance.now() - begun).toBeLessThan(patient(Number(setting('TimeoutStopSec')) * 1_000));
    expect(existsSync(join(state, 'postgres/postmaster.pid'))).toBe(false);
  });

  describe.skipIf(lackingPrograms('docker-compose', 'caddy').length > 0)('compose.yaml', () => {
    test('its services run together: database by its socket, migration, product, proxy with TLS', async () => {
      const proxyPort = await freePort();
      const {
        database,
        migrate,
        product: service,
        proxy,
      } = composed({ SITE_ADDRESS: `127.0.0.1:${proxyPort}` });
      const superuser = database.environment.POSTGRES_PASSWORD ?? '';
      const socket = join(scratch, 'socket');
      mkdirSync(socket, { mode: 0o755 });
      const stopDatabase = await startDatabase(socket, superuser);
      let caddy: Awaited<ReturnType<typeof startCaddy>> | undefined;
      try {
        initialise(socket, superuser, database.environment);
        const container = (environment: Record<string, string>) => {
          // The sample pages are not a live site's, and no balancer is waited for.
          const own = { ...environment, SITE_MODE: 'demo', SHUTDOWN_DELAY: '0' };
          const made = containerOf(image, join(scratch, 'composed'), own);
          const mounts = [...made.mounts, { from: socket, to: '/var/run/postgresql', readOnly: true }];
          return { ...made, mounts, readOnly: true, privileges: ['--no-new-privs', '--bounding-set=-all'] };
        };
        const before = await runInside(image.root, {
          ...container(service.environment),
          command: service.command ?? image.command,
        });
        expect(before.code).toBe(1);
        const migrated = await runInside(image.root, {
          ...container(migrate.environment),
          command: migrate.command ?? [],
        });
        expect(migrated).toEqual({ code: 0, output: 'The database has the newest schema.\n' });
        const { product, address } = await start(image.root, container(service.environment));
        caddy = await startCaddy(proxy.environment.SITE_ADDRESS ?? '', new URL(address).host);
        const page = await caddy.ask('/');
        expect(page.text).toContain('<h1');
        expect(page.headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
        expect((await caddy.ask('/api/ready')).text).toContain('ready');
        expect(await rolesOf(socket, superuser)).toEqual([
          { rolname: 'averin_owner', owns: true, rolsuper: false },
          { rolname: 'averin_server', owns: false, rolsuper: false },
        ]);
        expect(await stop(product, image.stopSignal)).toBe(0);
      } finally {
        await caddy?.stop();
        await stopDatabase();
      }
    });

    test('a live product takes what it is given there', () => {
      const { product } = composed({});
      expect(readConfig({ ...image.env, ...product.environment })).toMatchObject({
        siteMode: 'live',
        publicUrl: 'https://invest.averin.test',
      });
    });
  });
});

const strings = z.record(z.string(), z.string());
const serviceSchema = z.object({ environment: strings, command: z.array(z.string()).optional() });
const composedSchema = z.object({
  services: z.object({
    database: serviceSchema,
    migrate: serviceSchema,
    product: serviceSchema,
    proxy: serviceSchema,
  }),
});

/** What somebody sets for compose.yaml. */
const given = {
  SITE_ADDRESS: 'invest.averin.test',
  SUPERUSER_PASSWORD: '0a1b',
  OWNER_PASSWORD: '1b2c',
  SERVER_PASSWORD: '2c3d',
  JWT_SECRET: liveEnvironment.JWT_SECRET,
  ADMIN_EMAIL: liveEnvironment.ADMIN_EMAIL,
  ADMIN_PASSWORD: liveEnvironment.ADMIN_PASSWORD,
  SMTP_URL: liveEnvironment.SMTP_URL,
  MAIL_FROM: liveEnvironment.MAIL_FROM,
};

/** compose.yaml as Compose's client reads it with these variables. */
function compose(variables: Readonly<Record<string, string>>) {
  const file = join(scratch, 'compose.env');
  writeFileSync(
    file,
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  return spawnSync(
    findProgram('docker-compose') ?? '',
    ['-f', join(root, 'compose.yaml'), '--env-file', file, 'config'],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: scratch },
    },
  );
}

function composed(others: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = compose({ ...given, ...others });
  expect(status, stderr).toBe(0);
  return composedSchema.parse(parse(stdout)).services;
}

test('compose.yaml asks for each secret, and for nothing else that has no default', () => {
  const named = [...read('compose.yaml').matchAll(/\$\{(\w+)(:\?|-)?/g)];
  const namesWith = (how: string | undefined) =>
    new Set(named.flatMap(([, name = '', found]) => (found === how ? [name] : [])));
  expect([...namesWith(':?')].toSorted()).toEqual(Object.keys(given).toSorted());
  expect([...namesWith(undefined)].filter((name) => !(name in given))).toEqual([]);
});

test.skipIf(lackingPrograms('docker-compose').length > 0)(
  'Compose’s client refuses it without one of them',
  () => {
    const { status, stderr } = compose({ ...given, SERVER_PASSWORD: '' });
    expect([status, stderr.includes('Missing mandatory value')]).toEqual([1, true]);
  },
);

test('the database of compose.yaml has the roles of the book', () => {
  const statements = read('deploy/compose/roles.sql')
    .replace(/^(--|\\).*\n/gm, '')
    .split(/;\n/)
    .filter((statement) => statement !== '');
  const [owner, server] = ['one', 'two'];
  expect(statements.map((text) => text.replace(":'owner'", "'one'").replace(":'server'", "'two'"))).toEqual(
    rolesByTheBook({ owner, server }).map((text) => text.trim()),
  );
});

/** As the service of compose.yaml: reached by a socket alone, with passwords. Answers what stops it. */
async function startDatabase(socket: string, password: string): Promise<() => Promise<void>> {
  const runAs = await chooseRunAs();
  if (!runAs || runAs.kind === 'user') throw new Error('PostgreSQL cannot run in this folder as this user');
  const cluster = {
    folder: join(scratch, 'database'),
    binaries: findOtherPostgres() ?? findBinaries(),
    runAs,
  };
  const file = join(scratch, 'password');
  writeFileSync(file, password, { mode: 0o600 });
  await createCluster(cluster, ['--auth=scram-sha-256', `--pwfile=${file}`]);
  await startCluster(cluster, { listen_addresses: '', port: '5432', unix_socket_directories: socket });
  return () => stopCluster(cluster);
}

/** What the image of PostgreSQL does with a file in its folder of set-up, on a new volume. */
function initialise(socket: string, password: string, environment: Readonly<Record<string, string>>): void {
  const file = join(root, 'deploy/compose/roles.sql');
  const { status, stderr } = spawnSync(
    'psql',
    [
      '--no-psqlrc',
      '--set=ON_ERROR_STOP=1',
      '--host',
      socket,
      '--username=postgres',
      '--dbname=postgres',
      '--file',
      file,
    ],
    { encoding: 'utf8', env: { PATH: process.env.PATH, PGPASSWORD: password, ...environment } },
  );
  expect(status, stderr).toBe(0);
}

async function rolesOf(host: string, password: string) {
  const client = new pg.Client({ host, user: 'postgres', password, database: 'averin' });
  await client.connect();
  const { rows } = await client.query(
    `select rolname, rolsuper, exists (select from pg_class where relowner = r.oid) as owns
     from pg_roles r where rolname like 'averin%' order by rolname`,
  );
  await client.end();
  return rows;
}

/** Caddy with the file that compose.yaml gives it; the certificate is of an authority of its own. */
async function startCaddy(site: string, upstream: string) {
  const file = join(scratch, 'Caddyfile');
  // Nothing of this machine is changed: no other port is opened, and no authority is made known to it.
  const options =
    '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n';
  const sites = read('deploy/caddy/Caddyfile').replace(
    /^http:.* {/m,
    `http://127.0.0.1:${await freePort()} {`,
  );
  writeFileSync(file, options + sites);
  const child = spawn(findProgram('caddy') ?? '', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      HOME: scratch,
      XDG_DATA_HOME: scratch,
      XDG_CONFIG_HOME: scratch,
      SITE_ADDRESS: site,
      UPSTREAM: upstream,
    },
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  const authority = join(scratch, 'caddy/pki/authorities/local/root.crt');
  const ask = async (path: string) => {
    const sent = get(`https://${site}${path}`, { ca: readFileSync(authority), agent: false });
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const part of response) text += String(part);
    return { status: response.statusCode, headers: response.headers, text };
  };
  const stopCaddy = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  for (let waited = 0; waited < patient(20_000); waited += 100) {
    if ((await ask('/api/ready').catch(() => undefined))?.status === 200) return { ask, stop: stopCaddy };
    await delay(100);
  }
  await stopCaddy();
  throw new Error('Caddy does not answer');
}
