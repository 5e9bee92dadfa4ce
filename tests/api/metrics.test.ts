import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from '../../contract/zod';
import { readConfig } from '../../server/config';
import { happenings } from '../../server/diagnostics';
import { backupReadings } from '../../server/metrics/backup-readings';
import { replicaReadings } from '../../server/metrics/replica-readings';
import { type Watching, watchServer } from '../../server/watching';
import { buildDeposit } from '../builders';
import { freePort } from '../support/free-port';
import { beginHolding, countWaiting } from '../support/hold';
import { patient } from '../support/patience';
import { findProgram, lackingPrograms } from '../support/system-programs';
import { startTestApp, type TestApp } from '../support/test-app';

const proxy = '127.0.0.1';
const lines: string[] = [];
let app: TestApp;
let watching: Watching;
let token: string;
let email: string;

beforeAll(async () => {
  app = await startTestApp(
    { TRUST_PROXY: proxy, SLOW_QUERY_MS: '300', LOG_LEVEL: 'warn' },
    { log: { write: (line) => void lines.push(line) } },
  );
  const config = readConfig({ METRICS_LISTEN: '127.0.0.1:0' });
  watching = await watchServer(config, app.database, app.connection, [
    ...backupReadings({
      state: async () => ({
        every: 86_400_000,
        newest: new Date(Date.now() - 3 * 3_600_000),
        archived: new Date(),
        waiting: { files: 0, since: null },
        problems: ['The archive of the log: no space left'],
        drill: null,
      }),
    }),
    // The standby itself is in standby.test.ts.
    ...replicaReadings({ lag: async () => undefined }),
    { name: 'answer_seconds', help: 'A figure of another part.', read: () => 42 },
    { name: 'none_seconds', help: 'One that has no figure yet.', read: () => undefined },
    { name: 'broken_seconds', help: 'One that fails.', read: () => Promise.reject(new Error('planted')) },
  ]);
  ({ token, email } = await app.signUp());
});
afterAll(async () => {
  await watching.stop();
  await app.close();
});

const address = () => `http://127.0.0.1:${watching.metricsPort}/metrics`;
const scrape = async () => (await fetch(address())).text();

/** The sum of a metric's samples whose labels include these; undefined when there is none. */
function sampleOf(metrics: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  const values = metrics
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line) && wanted.every((label) => line.includes(label)))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

describe('metrics', () => {
  test('count requests by method, pattern of the route and status, and never by what was typed', async () => {
    const requests = 'averin_http_request_duration_seconds_count';
    const before = await scrape();
    const { _id: trxId } = z
      .object({ _id: z.string() })
      .parse((await app.call('POST', '/api/transaction/create', { token, body: buildDeposit() })).data);
    await app.call('GET', `/api/transaction/${trxId}`, { token: await app.signInAsAdmin() });
    await app.call('GET', '/api/planted-address?planted=query', { token });
    await app.call('GET', '/api/account');
    let after = '';
    const grown = (labels: Record<string, string>) =>
      (sampleOf(after, requests, labels) ?? 0) - (sampleOf(before, requests, labels) ?? 0);
    const all = async () => {
      after = await scrape();
      return [
        grown({ method: 'POST', route: '/api/transaction/create', status: '201' }),
        grown({ method: 'GET', route: '/api/transaction/:trxId', status: '200' }),
        grown({ route: '(none)', status: '404' }),
        grown({ route: '/api/account', status: '401' }),
      ];
    };
    await expect.poll(all).toEqual([1, 1, 1, 1]);
    for (const secret of ['planted', trxId, email, token]) expect(after).not.toContain(secret);
  });

  test('tell how many domains a mail has failed to within 15 minutes', async () => {
    const domains = async () => sampleOf(await scrape(), 'averin_mail_failing_domains');
    expect(await domains()).toBe(0);
    const tried = happenings.mailTried;
    for (const domain of ['one.example', 'two.example', 'one.example'])
      tried.tell({ outcome: 'failed', domain });
    for (const outcome of ['sent', 'away', 'given_up'] as const)
      tried.tell({ outcome, domain: 'three.example' });
    const metrics = await scrape();
    expect(sampleOf(metrics, 'averin_mail_failing_domains')).toBe(2);
    expect(metrics).not.toContain('one.example');
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 901_000);
    try {
      expect(await domains()).toBe(0);
    } finally {
      later.mockRestore();
    }
  });

  test('tell of refused sign-ins, sent mail, waiting mail, connections and the books', async () => {
    const before = await scrape();
    await app.call('POST', '/api/user/login', { body: { email, password: 'not the one' } });
    await app.call('GET', '/api/admin/books', { token: await app.signInAsAdmin() });
    // By a clock that was ahead.
    await app.superuser.pool.query(
      `insert into book_runs (at, ended_at, holds) values (now() + interval '1 day', now(), false)`,
    );
    await app.superuser.pool.query(
      `insert into mail_outbox (id, recipient, subject, text_body, html_body, created_at, next_attempt_at)
       values (gen_random_uuid(), 'x@example.com', '', '', '', now() - interval '10 min', now() + interval '1 h')`,
    );
    const after = await scrape();
    const events = 'averin_security_events_total';
    const refused = (metrics: string) => sampleOf(metrics, events, { kind: 'sign_in_failed' }) ?? 0;
    expect(refused(after) - refused(before)).toBe(1);
    expect(sampleOf(after, 'averin_mail_deliveries_total', { outcome: 'sent' })).toBeGreaterThan(0);
    expect(sampleOf(after, 'averin_mail_outbox_pending')).toBeGreaterThan(0);
    expect(sampleOf(after, 'averin_mail_outbox_oldest_age_seconds')).toBeGreaterThanOrEqual(600);
    // One that nobody has used for a while may be closed between the two.
    const connections = async () => sampleOf(await scrape(), 'averin_database_pool_connections') ?? 0;
    await expect.poll(async () => (await connections()) - app.database.pool.totalCount).toBe(0);
    expect(sampleOf(after, 'averin_database_pool_size')).toBe(16);
    expect(sampleOf(after, 'averin_books_hold')).toBe(1);
    expect(sampleOf(after, 'averin_book_check_age_seconds')).toBeLessThan(60);
    expect(sampleOf(after, 'averin_book_check_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(sampleOf(after, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(sampleOf(after, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });

  test('tell of who waits for a lock, and of who gave up', async () => {
    const holder = await beginHolding(app.superuser.pool);
    await holder.query('lock table accounts in access exclusive mode');
    const gaveUp: number[] = [];
    let seen = false;
    // One after the other, for however long it takes to see them.
    const waiters = (async () => {
      do gaveUp.push((await app.call('GET', '/api/account', { token })).status);
      while (!seen);
    })();
    // Something that the server does by itself may wait as well.
    try {
      await expect
        .poll(async () => sampleOf(await scrape(), 'averin_database_locks_waiting'))
        .toBeGreaterThan(0);
      await expect
        .poll(async () => sampleOf(await scrape(), 'averin_database_lock_wait_seconds'))
        .toBeGreaterThan(0.2);
    } finally {
      seen = true;
      await waiters;
    }
    expect(new Set(gaveUp)).toEqual(new Set([503]));
    await holder.query('rollback');
    holder.release();
    // What waited for it goes on one after the other.
    await expect.poll(async () => sampleOf(await scrape(), 'averin_database_locks_waiting')).toBe(0);
    const after = await scrape();
    expect(sampleOf(after, 'averin_database_lock_failures_total', { reason: 'timeout' })).toBeGreaterThan(0);
  });

  test('tell of the oldest mail that was never tried, not of one that its server puts off', async () => {
    await app.superuser.pool.query(
      `delete from mail_outbox;
       insert into mail_outbox (id, recipient, subject, text_body, html_body, created_at, next_attempt_at, attempts, last_error)
       select gen_random_uuid(), 'full@example.com', '', '', '', now() - age, now() + interval '1 h', tries, error
       from (values (interval '2 h', 3, 'mailbox full'), (interval '1 min', 0, null)) mails (age, tries, error)`,
    );
    const metrics = await scrape();
    expect(sampleOf(metrics, 'averin_mail_outbox_pending')).toBe(2);
    const age = sampleOf(metrics, 'averin_mail_outbox_oldest_age_seconds');
    expect(age).toBeGreaterThanOrEqual(60);
    expect(age).toBeLessThan(3_600);
  });

  test('hide no figure because another one cannot be read', async () => {
    const holder = await beginHolding(app.superuser.pool);
    await holder.query('lock table book_runs in access exclusive mode');
    const metrics = await scrape();
    const waiting = await countWaiting(holder, 'set local');
    await holder.query('rollback');
    holder.release();
    const reading = 'books_hold';
    expect(sampleOf(metrics, `averin_${reading}`)).toBeUndefined();
    expect(sampleOf(metrics, 'averin_book_check_age_seconds')).toBeUndefined();
    expect(sampleOf(metrics, 'averin_reading_failed', { reading })).toBe(1);
    expect(sampleOf(metrics, 'averin_database_up')).toBe(1);
    // That is asked for after it.
    expect(sampleOf(metrics, 'averin_mail_outbox_pending')).toBeDefined();
    expect(sampleOf(metrics, 'averin_reading_failed', { reading: 'mail_outbox_pending' })).toBe(0);
    // And it is in the way of none of the next time.
    expect(waiting).toBe(0);
  });

  test('tell how long the oldest event waits to be sealed, however quiet it has been since', async () => {
    const lag = async () => sampleOf(await scrape(), 'averin_history_sealing_lag_seconds');
    const { rows } = await app.superuser.pool.query<{ last: string }>(
      `select pg_current_xact_id()::text as last`,
    );
    await app.superuser.pool.query(
      `insert into history_checkpoints (size, root, sealed_at, note, last_written_in, last_kind, last_id, cluster)
       select coalesce(max(size), 0) + 1, '', now() - interval '20 min', '', $1::xid8, 'event', '0', '' from history_checkpoints`,
      [rows[0]?.last],
    );
    await app.superuser.pool.query(
      `insert into history_leaves (index, kind, row_id, blind, hash)
       select (select max(size) - 1 from history_checkpoints), 'event', max(id), gen_random_uuid(), '' from audit_events`,
    );
    expect(await lag()).toBe(0);
    await app.superuser.pool.query(
      `insert into audit_events (action, subject_type, subject_id, at) values ('planted', 'wallet', 'x', now() - interval '15 min')`,
    );
    expect(await lag()).toBeGreaterThanOrEqual(900);
    // As in a dump that was restored where numbers of transactions are lower.
    await app.superuser.transact(async ({ db }) => {
      await db.execute('set local session_replication_role = replica');
      await db.execute(`update history_checkpoints set last_written_in = '800000000'`);
    });
    expect(await lag()).toBeGreaterThanOrEqual(900);
  });

  test('hold figures of other parts; one that fails is left out and named', async () => {
    const metrics = await scrape();
    expect(sampleOf(metrics, 'averin_answer_seconds')).toBe(42);
    expect(sampleOf(metrics, 'averin_backup_age_seconds')).toBeCloseTo(3 * 3_600, -2);
    expect(sampleOf(metrics, 'averin_backup_log_wait_seconds')).toBe(0);
    expect(sampleOf(metrics, 'averin_backup_drill_passed')).toBeUndefined();
    expect(sampleOf(metrics, 'averin_database_replica_up')).toBe(0);
    expect(sampleOf(metrics, 'averin_database_replica_lag_seconds')).toBeUndefined();
    expect(sampleOf(metrics, 'averin_none_seconds')).toBeUndefined();
    expect(sampleOf(metrics, 'averin_broken_seconds')).toBeUndefined();
    expect(sampleOf(metrics, 'averin_reading_failed', { reading: 'broken_seconds' })).toBe(1);
    expect(sampleOf(metrics, 'averin_reading_failed', { reading: 'answer_seconds' })).toBe(0);
    expect(metrics).not.toContain('planted');
  });

  test('are read while the database does not answer, and say so without old figures', async () => {
    const port = await freePort();
    const away = await watchServer(readConfig({ METRICS_LISTEN: '127.0.0.1:0' }), app.database, {
      ...app.connection,
      host: '127.0.0.1',
      port,
    });
    const metrics = await (await fetch(`http://127.0.0.1:${away.metricsPort}/metrics`)).text();
    await away.stop();
    expect(sampleOf(metrics, 'averin_database_up')).toBe(0);
    expect(sampleOf(metrics, 'averin_books_hold')).toBeUndefined();
    expect(sampleOf(metrics, 'averin_mail_outbox_pending')).toBeUndefined();
    expect(sampleOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  test('have an address of their own, which serves nothing else', async () => {
    expect((await app.app.inject('/metrics')).statusCode).toBe(404);
    const other = address().replace('/metrics', '/api/health');
    expect((await fetch(other)).status).toBe(404);
    expect((await fetch(address(), { method: 'POST' })).status).toBe(405);
  });
});

describe('a request is followed', () => {
  const from = (remoteAddress: string, headers: Record<string, string>) =>
    app.app.inject({
      url: '/api/account',
      remoteAddress,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  /** Asks while a lock makes its statement slow; answers what the log says of the statement. */
  async function slowly(remoteAddress: string, headers: Record<string, string>) {
    lines.splice(0);
    const holder = await beginHolding(app.superuser.pool);
    await holder.query('lock table accounts in access exclusive mode');
    const asked = from(remoteAddress, headers);
    await expect.poll(() => countWaiting(holder)).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await holder.query('commit');
    holder.release();
    const response = await asked;
    expect(response.statusCode).toBe(200);
    const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
    // The server has statements of its own, and this may be a slow machine.
    const slow = entries.filter(({ msg, reqId }) => msg === 'a statement was slow' && reqId !== undefined);
    return { response, entry: slow.find(({ reqId }) => reqId === response.headers['x-request-id']) };
  }

  test('from the proxy to a slow statement, by both ids', async () => {
    const { response, entry } = await slowly(proxy, { 'x-request-id': 'edge-7f3a' });
    expect(entry).toMatchObject({ proxyId: 'edge-7f3a', reqId: response.headers['x-request-id'] });
    expect(entry?.milliseconds).toBeGreaterThanOrEqual(300);
    expect(JSON.stringify(entry)).not.toContain(token);
  });

  test('by our own id alone when somebody else says the proxy’s, or it is no id', async () => {
    const stranger = await slowly('203.0.113.9', { 'x-request-id': 'edge-7f3a' });
    expect(stranger.entry?.reqId).toBe(stranger.response.headers['x-request-id']);
    expect(stranger.entry).not.toHaveProperty('proxyId');
    const broken = await slowly(proxy, { 'x-request-id': 'two words "and" quotes' });
    expect(broken.entry).not.toHaveProperty('proxyId');
  });

  test('as two requests when one id is used twice: the audit log knows them by ours', async () => {
    const ids = [
      await from(proxy, { 'x-request-id': 'same' }),
      await from(proxy, { 'x-request-id': 'same' }),
    ].map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('same');
  });

  test('the database knows the process that a statement is of', async () => {
    const { rows } = await app.superuser.pool.query<{ name: string }>(
      'select distinct application_name as name from pg_stat_activity where datname = current_database() and usename = $1',
      [app.connection.user],
    );
    expect(rows.map(({ name }) => name)).toEqual([expect.stringMatching(/^averin \S+ \d+$/)]);
  });
});

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

test('traces reach a collector, each statement under its request and that under the proxy’s span', async () => {
  const received: string[] = [];
  const collector = createServer(async (request, response) => {
    if (request.url === '/v1/traces') received.push(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
  process.env.OTEL_SERVICE_NAME = 'averin-tested';
  const tracing = await watchServer(readConfig(process.env), app.database, app.connection);
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const headers = { authorization: `Bearer ${token}`, traceparent: `00-${traceId}-${spanId}-01` };
  try {
    const url = '/api/transaction/all?planted=query';
    await app.app.inject({ url, remoteAddress: proxy, headers });
    await app.app.inject({ url, remoteAddress: '203.0.113.9', headers });
  } finally {
    await tracing.stop();
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    delete process.env.OTEL_SERVICE_NAME;
    collector.close();
  }
  // What is not sent at the end has been sent before.
  const resourceSpans = received.flatMap((sent) => exportSchema.parse(JSON.parse(sent)).resourceSpans);
  expect(JSON.stringify(resourceSpans[0]?.resource)).toContain('averin-tested');
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const requests = spans.filter(({ name }) => name === 'GET /api/transaction/all');
  expect(requests.map((span) => [span.traceId === traceId, span.parentSpanId])).toEqual([
    [true, spanId],
    [false, undefined],
  ]);
  const statements = spans.filter((span) => span.parentSpanId === requests[0]?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.every((span) => span.traceId === traceId && span.kind === 3)).toBe(true);
  for (const secret of ['planted', token, email]) expect(received.join()).not.toContain(secret);
});

test.each(['away', 'silent'])(
  'a collector of traces that is %s holds no stop up, and is said once',
  async (which) => {
    const silent = createSocketServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    if (which === 'away') silent.close();
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
    try {
      const tracing = await watchServer(readConfig(process.env), app.database, app.connection);
      await app.app.inject({ url: '/api/health' });
      const begun = performance.now();
      await tracing.stop();
      expect(performance.now() - begun).toBeLessThan(patient(7_000));
      const lines = said.mock.calls.map(([line]) => String(line));
      expect(lines).toEqual([expect.stringContaining('Traces do not reach the collector')]);
    } finally {
      said.mockRestore();
      delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
      silent.close();
    }
  },
);

const rules = join(import.meta.dirname, '../../deploy/prometheus/alerts.yml');
const dashboard = join(import.meta.dirname, '../../deploy/grafana/dashboard.json');
const lacking = lackingPrograms('prometheus', 'promtool');

/** Names of our metrics in a text of expressions. */
function namesIn(expressions: string): string[] {
  const named = expressions.match(/\b(?:averin|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return [...new Set(named.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))];
}

test('rules and dashboard name metrics that there are', async () => {
  const metrics = await scrape();
  const named = namesIn((await readFile(rules, 'utf8')) + (await readFile(dashboard, 'utf8')));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !metrics.includes(`# TYPE ${name} `))).toEqual([]);
});

describe.skipIf(lacking.length > 0)(`with Prometheus${lacking.length > 0 ? ' (missing here)' : ''}`, () => {
  const promtool = (args: string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync(findProgram('promtool') ?? '', args, {
      input,
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };

  test('promtool finds nothing wrong with metrics, rules and what the rules wait for', async () => {
    expect(promtool(['check', 'metrics'], await scrape())).toEqual({ status: 0, said: '' });
    expect(promtool(['check', 'rules', rules])).toMatchObject({ status: 0 });
    expect(promtool(['test', 'rules', rules.replace('.yml', '.test.yml')])).toMatchObject({ status: 0 });
  });

  test('it scrapes the server and fires when the books do not hold', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'averin-prometheus-'));
    const port = await freePort();
    const config = {
      // A scrape that takes longer fails, and its figures are missing.
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '250ms' },
      rule_files: [rules],
      scrape_configs: [
        { job_name: 'averin', static_configs: [{ targets: [`127.0.0.1:${watching.metricsPort}`] }] },
      ],
    };
    // JSON is YAML as well.
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
    const child = spawn(
      findProgram('prometheus') ?? '',
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    const firing = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`).catch(() => undefined);
      if (!answer?.ok) return [];
      const { data } = z
        .object({
          data: z.object({
            alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
          }),
        })
        .parse(await answer.json());
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    };
    const upOf = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=averin_database_up`).catch(
        () => undefined,
      );
      return answer?.ok ? answer.text() : '';
    };
    try {
      const patience = { timeout: patient(30_000) };
      await expect.poll(upOf, patience).toMatch(/"averin".*"1"/);
      expect(await firing()).toEqual([]);
      await app.superuser.pool.query('insert into book_runs (holds) values (false)');
      await expect.poll(firing, patience).toEqual(['AverinBooksDoNotHold']);
      await app.superuser.pool.query('insert into book_runs (holds) values (true)');
      await expect.poll(firing, patience).toEqual([]);
    } finally {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    }
  });
});
