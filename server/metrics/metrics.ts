import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/client';
import { happenings } from '../diagnostics';
import { sqlState } from '../errors/failures';
import { databaseFigures, readFigures } from './database-figures';

/** A figure that is read when somebody asks for it; undefined when there is none at present. */
export interface Reading {
  /** With the unit at its end, without `averin_`. */
  name: string;
  help: string;
  read(): Promise<number | undefined> | number | undefined;
}

export interface MetricsOptions {
  /** The server's own connections, whose use is told. */
  pool: Database['pool'];
  /** A connection of its own: figures are asked for when the server's are all in use as well. */
  figures: Database['pool'];
  /** What other parts of the server have to tell. */
  readings: readonly Reading[];
}

export interface Metrics {
  contentType: string;
  /** Everything in Prometheus' text format. */
  read(): Promise<string>;
  /** Counts no more. */
  stop(): void;
}

/** Seconds: an answer from memory, one round trip, a few statements, a password's hash, what has waited for a lock. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Milliseconds that a figure may take, and after which the database is asked for no further one: Prometheus gives a scrape 10 s. */
const patience = 3_000;
const patienceForAll = 6_000;
/** Milliseconds for which a domain is told to which a mail has failed, as long as alerts look back. */
const failingFor = 900_000;
/** A statement gave up waiting for a lock, or its transaction was chosen to end a deadlock. */
const lockStates: Readonly<Record<string, 'timeout' | 'deadlock'>> = {
  '55P03': 'timeout',
  '40P01': 'deadlock',
};

/** The library's sums of others, which are no counters and named as if they were. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Counts what happens in this process from now on, and reads the rest when asked. */
export function createMetrics({ pool, figures, readings }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);

  const requests = new Histogram({
    name: 'averin_http_request_duration_seconds',
    help: 'Requests by method, pattern of the route and status, from the first byte to the last of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: durations,
    registers,
  });
  const statements = new Histogram({
    name: 'averin_database_query_duration_seconds',
    help: 'Statements, from when they are handed to a connection to their answer.',
    buckets: durations,
    registers,
  });
  const lockFailures = new Counter({
    name: 'averin_database_lock_failures_total',
    help: 'Statements that ended because they waited for a lock too long, or in a deadlock.',
    labelNames: ['reason'],
    registers,
  });
  const events = new Counter({
    name: 'averin_security_events_total',
    help: 'Security events by kind: sign-ins, refused sign-ins, factors, codes and calls, limits that were hit.',
    labelNames: ['kind'],
    registers,
  });
  const mails = new Counter({
    name: 'averin_mail_deliveries_total',
    help: 'Tries to send a mail by what came of them; one that has failed, or found the mail server away, is tried again, one that is given up is not.',
    labelNames: ['outcome'],
    registers,
  });
  /** When a mail to a domain has failed last. */
  const failedAt = new Map<string, number>();
  const forgetFormer = () => {
    for (const [domain, at] of failedAt) if (at < Date.now() - failingFor) failedAt.delete(domain);
  };
  new Gauge({
    name: 'averin_mail_failing_domains',
    help: 'Domains of recipients to which a try of this process has failed within 15 minutes.',
    registers,
    collect() {
      forgetFormer();
      this.set(failedAt.size);
    },
  });
  for (const reason of Object.values(lockStates)) lockFailures.inc({ reason }, 0);
  for (const outcome of ['sent', 'failed', 'away', 'given_up']) mails.inc({ outcome }, 0);

  new Gauge({
    name: 'averin_database_pool_connections',
    help: 'Connections of this process to its database by what they do.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  const poolFigure = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `averin_database_pool_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  poolFigure('size', 'Connections that this process may open.', () => pool.options.max);
  poolFigure('waiting', 'What waits for a connection in this process.', () => pool.waitingCount);

  const up = new Gauge({
    name: 'averin_database_up',
    help: 'Whether the database answered this scrape.',
    registers,
  });
  const failed = new Gauge({
    name: 'averin_reading_failed',
    help: 'Whether a figure could not be read for this scrape.',
    labelNames: ['reading'],
    registers,
  });
  /** A gauge without a figure is left out, rather than telling an old one or 0. */
  const optional = (name: string, help: string) => {
    const gauge = new Gauge({ name: `averin_${name}`, help, registers });
    return (value: number | undefined) => {
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    };
  };
  const told = databaseFigures.map((asked) => ({
    asked,
    gauges: Object.entries(asked.helps).map(([name, help]) => ({ name, set: optional(name, help) })),
  }));
  const further = readings.map(({ name, help, read }) => ({ name, read, set: optional(name, help) }));

  /** One after the other: on their one connection one that takes long would have those behind it take long as well. */
  async function readDatabase(): Promise<void> {
    const end = performance.now() + patienceForAll;
    let goesOn = await within(figures.query('select 1')).then(
      () => true,
      () => false,
    );
    up.set(Number(goesOn));
    for (const { asked, gauges } of told) {
      const found = goesOn ? await within(readFigures(figures, asked)).catch(() => undefined) : undefined;
      for (const { name, set } of gauges) {
        set(found?.get(name));
        failed.set({ reading: name }, found ? 0 : 1);
      }
      goesOn &&= performance.now() < end;
    }
  }

  async function refresh(): Promise<void> {
    await Promise.all([
      readDatabase(),
      ...further.map(async ({ name, read, set }) => {
        try {
          set(await within(Promise.resolve(read())));
          failed.set({ reading: name }, 0);
        } catch {
          set(undefined);
          failed.set({ reading: name }, 1);
        }
      }),
    ]);
  }

  const stops = [
    happenings.requestEnded.hear(({ method, route, status, seconds }) =>
      requests.observe({ method, route, status }, seconds),
    ),
    happenings.queryEnded.hear(({ seconds, error }) => {
      statements.observe(seconds);
      const reason = error === undefined ? undefined : lockStates[sqlState(error) ?? ''];
      if (reason) lockFailures.inc({ reason });
    }),
    happenings.securityEvent.hear(({ kind }) => events.inc({ kind })),
    happenings.mailTried.hear(({ outcome, domain }) => {
      mails.inc({ outcome });
      if (outcome !== 'failed') return;
      // Here as well: nobody may ever ask.
      forgetFormer();
      failedAt.set(domain, Date.now());
    }),
  ];
  /** Scrapes that come together are one: they cost the database no more. */
  let reading: Promise<string> | undefined;
  return {
    contentType: registry.contentType,
    read() {
      reading ??= refresh()
        .then(() => registry.metrics())
        .finally(() => {
          reading = undefined;
        });
      return reading;
    },
    stop() {
      for (const stop of stops) stop();
      registry.clear();
    },
  };
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
