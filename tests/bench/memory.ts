import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { calls } from '../../contract/calls';
import { headers } from '../../contract/headers';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { nodeProgram } from '../node/programs';
import { picture } from '../support/images';
import { type BenchData, prepareData } from './data';
import { measure, workloads } from './load';
import { onWhat, writeResults } from './report';
import {
  addressesOf,
  end,
  inFolder,
  type NodeSettings,
  startServer,
  startSettings,
  unlimited,
} from './servers';

/** The oldest version that is supported and the newest. */
const majors = [20, 24];
const uploads = { images: 40, atOnce: 8 };
/** Milliseconds that a server has nothing to do before it is looked at. */
const rest = 5_000;

const pause = () => new Promise((resolve) => setTimeout(resolve, rest));

/** Megabytes of a process, as Linux counts them: now, and the most since the last time they were asked for. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024);
  const memory = { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
  // proc(5): the most begins anew from here.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return memory;
}

async function upload(address: string, data: BenchData): Promise<void> {
  const image = await picture(3_000, 2_000).jpeg({ quality: 80 }).toBuffer();
  let left = uploads.images;
  async function send(): Promise<void> {
    while (left > 0) {
      left -= 1;
      // Two are decoded at once and six wait; the next one is told to come again.
      await fetch(address + calls.uploadProof.path, {
        method: calls.uploadProof.method,
        headers: {
          authorization: `Bearer ${data.investors[left]}`,
          'content-type': 'image/jpeg',
          [headers.idempotencyKey]: `memory-${address}-${left}`,
        },
        body: new Uint8Array(image),
      }).then((answer) => answer.arrayBuffer());
    }
  }
  await Promise.all(Array.from({ length: uploads.atOnce }, send));
}

async function readWhole(address: string, { admin }: BenchData): Promise<void> {
  const answer = await fetch(address + calls.listTransactions.path, {
    headers: { authorization: `Bearer ${admin}` },
  });
  for await (const _ of answer.body ?? []) {
    // Taken as it comes.
  }
}

/** What a product takes at rest, and at most in each kind of work. */
async function weigh(
  env: NodeJS.ProcessEnv,
  data: BenchData,
  how: { program: string; settings: NodeSettings },
  seconds: number,
): Promise<number[]> {
  const { child, address } = await startServer('product', env, how);
  const { pid } = child;
  if (pid === undefined) throw new Error('The product has no process');
  try {
    await pause();
    const idle = memoryOf(pid).now;
    const most: number[] = [];
    for (const workload of workloads(data)) {
      await measure(address, workload, seconds);
      most.push(memoryOf(pid).most);
    }
    for (const work of [upload, readWhole]) {
      await work(address, data);
      most.push(memoryOf(pid).most);
    }
    await pause();
    return [idle, ...most, memoryOf(pid).now];
  } finally {
    await end(child);
  }
}

/** The memory of the product's process under each version of Node, as `npm start` sets it up and as Node comes. */
export function benchMemory(seconds: number): Promise<void> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded({ dataDir: folder, log: console.log });
    const addresses = addressesOf(embedded);
    const database = new pg.Pool({ connectionString: addresses.DATABASE_URL, max: 1 });
    try {
      const env = { ...unlimited, DATA_DIR: folder, ...addresses };
      const data = await prepareData(env);
      const rows: string[] = [];
      for (const major of majors) {
        const own = Number.parseInt(process.versions.node, 10) === major;
        const program = own ? process.execPath : await nodeProgram(major);
        for (const [title, settings] of [
          ['as `npm start` sets it', startSettings()],
          ['as Node comes', { env: {}, flags: [] }],
        ] as const) {
          // What the one before has left to send is none of this one's work.
          await database.query('delete from mail_outbox');
          const figures = await weigh(env, data, { program, settings }, seconds);
          rows.push(`| ${major} | ${title} | ${figures.join(' | ')} |`);
          console.log(rows.at(-1));
        }
      }
      writeResults('memory', [
        `${onWhat()}, ${seconds} s each; MB.`,
        '',
        '| Node | settings | at rest | reads | deposits | decisions | images | whole list | at rest again |',
        '|---|---|--:|--:|--:|--:|--:|--:|--:|',
        ...rows,
      ]);
    } finally {
      await database.end();
      await embedded.stop();
    }
  });
}
