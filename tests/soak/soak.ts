import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { z } from '../../contract/zod';
import { superuser } from '../../server/db/embedded/cluster';
import { Examiner } from '../faults/examine';
import { Victim } from '../faults/victim';
import { freePort } from '../support/free-port';
import { smtpEnvironment } from '../support/smtp';
import { Connections } from './http';
import { judge, type Point, percentileOf, type Span, thirdsOf, type Verdict } from './judgement';
import { UnsteadyMail } from './mail';
import { countsFor, makePeople } from './people';
import { Problems } from './problems';
import { Sampler } from './samples';
import { SlowClients } from './slow-clients';
import { Traffic } from './traffic';

export interface SoakOptions {
  /** Of an empty folder. */
  dataDir: string;
  minutes: number;
  /** Requests per second. */
  rate: number;
  /** Clients on slow lines. */
  slow: number;
  /** Images at once. */
  uploads: number;
  seed: number;
}

export interface SoakResult {
  figures: (Verdict & { name: string; judged: boolean })[];
  problems: Problems;
  /** What happened, in lines. */
  lines: string[];
}

const minute = 60_000;
/** Milliseconds of one time that the mail server is down and up, and between two waves of images, in a long run. */
const longest = { mail: minute, uploads: 20_000 };

const logSchema = z.object({
  level: z.number(),
  msg: z.string(),
  err: z.object({ type: z.string(), message: z.string(), code: z.string().optional() }).optional(),
});

/** Provoked: mails that a server which is down did not take, images without a place, and clients that are cut off. */
const provoked = [/^mail was not sent/, /: Refusal unavailable /, /ECONNRESET aborted$/];

/** Takes the errors out of what the product logs. */
function listenTo(problems: Problems): (printed: string) => void {
  let rest = '';
  return (printed) => {
    const lines = (rest + printed).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((each) => each.startsWith('{'))) {
      const { level, msg, err } = logSchema.parse(JSON.parse(line));
      const told = err ? `${msg}: ${err.type} ${err.code ?? ''} ${err.message}` : msg;
      if (level >= 50 && !provoked.some((kind) => kind.test(told))) problems.add(`logged: ${told}`);
    }
  };
}

/** What works on a product at the same time. */
interface Scene {
  victim: Victim;
  pool: pg.Pool;
  mail: UnsteadyMail;
  traffic: Traffic;
  problems: Problems;
}

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { dataDir, rate, seed } = options;
  const problems = new Problems();
  const mail = await UnsteadyMail.start();
  const environment = {
    RATE_LIMITS: 'on',
    // Each person comes from a network of their own.
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
    ...smtpEnvironment(mail.port),
  };
  const victim = new Victim(dataDir, await freePort(), environment, listenTo(problems));
  const pool = new pg.Pool({ host: join(dataDir, 'socket'), user: superuser, database: 'postgres', max: 1 });
  pool.on('error', () => {});
  const connections = new Connections(victim.address);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      victim.destroy();
      process.exit(1);
    });
  }
  try {
    await victim.start();
    const counts = countsFor(rate);
    const people = await makePeople(dataDir, counts);
    const traffic = new Traffic(connections, people, seed);
    await traffic.prepare();
    console.log(
      `${counts.investors} investors, ${counts.admins} administrators, ${counts.visitors} who sign in and out`,
    );
    const result = await underLoad({ victim, pool, mail, traffic, problems }, options, people.investors);
    await victim.stop();
    return result;
  } finally {
    connections.close();
    await pool.end();
    victim.destroy();
    await mail.stop();
  }
}

async function underLoad(
  { victim, pool, mail, traffic, problems }: Scene,
  { minutes, rate, slow, uploads }: SoakOptions,
  slowPeople: ConstructorParameters<typeof SlowClients>[1],
): Promise<SoakResult> {
  const span: Span = { from: performance.now(), until: performance.now() + minutes * minute };
  const { first } = thirdsOf(span);
  const third = first.until - first.from;
  // Each third has whole periods, or one of them would be another's work.
  const period = {
    mail: third / Math.ceil(third / longest.mail),
    uploads: third / Math.max(2, Math.ceil(third / longest.uploads)),
  };
  const examiner = new Examiner(pool, victim.dataDir);
  const sampler = new Sampler(victim, pool);
  const slowClients = new SlowClients(victim.port, slowPeople, slow);
  traffic.start(rate);
  let waves = 0;
  let wave: Promise<unknown> | undefined;
  for (let turn = 0, told = 1; performance.now() < span.until; ) {
    await delay(100);
    const now = performance.now();
    if (!mail.breaks && now >= first.from) mail.breakEvery(period.mail);
    if (now - span.from >= turn * period.uploads) {
      turn += 1;
      // One that is not through yet is not joined by the next.
      if (!wave) {
        waves += 1;
        wave = traffic.uploadAtOnce(uploads).finally(() => {
          wave = undefined;
        });
      }
    }
    if (now - span.from >= told * minute) {
      console.log(lineOf(told, { traffic, sampler, slowClients, mail }));
      told += 1;
    }
  }
  await wave;
  const connected = slowClients.connected;
  await Promise.all([traffic.stop(), slowClients.stop(), sampler.stop()]);
  const settled = await mail.settle(pool);
  problems.addAll(traffic.problems, 'answer');
  problems.addAll(slowClients.problems, 'slow client');
  for (const problem of [...settled.problems, ...(await examiner.examine(traffic.acknowledged))]) {
    problems.add(problem);
  }
  return {
    figures: figuresOf(traffic, sampler, span),
    problems,
    lines: [
      `answers: ${[...traffic.counts].map(([name, count]) => `${name} ${count}`).join(', ')}`,
      `images in ${waves} waves: ${traffic.uploads.stored} of ${traffic.uploads.sent} stored, ${traffic.uploads.told} times told to come again; the slowest was through after ${(traffic.uploads.slowest / 1_000).toFixed(1)} s`,
      `slow clients: ${connected} at the end; ${[...slowClients.answers].map(([name, count]) => `${name} ${count}`).join(', ')}`,
      settled.line,
      `${traffic.acknowledged.length} transactions acknowledged and looked for; all sealed ${Math.round(examiner.longestWait)} ms after it`,
    ],
  };
}

interface Seen {
  traffic: Traffic;
  sampler: Sampler;
  slowClients: SlowClients;
  mail: UnsteadyMail;
}

/** How the minute that is over was. */
function lineOf(number: number, { traffic, sampler, slowClients, mail }: Seen): string {
  const now = performance.now();
  const over = { from: now - minute, until: now };
  return [
    `${number} min`.padStart(6),
    ...[50, 99].map(
      (percent) => `p${percent} ${percentileOf(traffic.answered, over, percent).toFixed(1)} ms`,
    ),
    `others ${sampler.newest('others').toFixed(0)} %`,
    `${sampler.newest('memory').toFixed(0)} MB`,
    `${sampler.newest('handles')} handles`,
    `${sampler.newest('database connections')} database connections`,
    `${slowClients.connected} slow clients`,
    `${traffic.answered.length} answers`,
    `${traffic.uploads.stored} images`,
    `${mail.count} mails`,
  ].join('  ');
}

function figuresOf(traffic: Traffic, sampler: Sampler, span: Span): SoakResult['figures'] {
  const { memory, handles, 'database connections': databaseConnections, others } = sampler.points;
  const percentile = (percent: number) => (points: readonly Point[], within: Span) =>
    percentileOf(points, within, percent);
  return [
    { name: 'memory, MB', judged: true, ...judge(memory, span) },
    { name: 'open handles', judged: true, ...judge(handles, span) },
    { name: 'database connections', judged: true, ...judge(databaseConnections, span) },
    { name: 'p99, ms', judged: true, ...judge(traffic.answered, span, percentile(99)) },
    { name: 'p50, ms', judged: false, ...judge(traffic.answered, span, percentile(50)) },
    { name: "others' processor, %", judged: false, ...judge(others, span) },
  ];
}
