import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '../../contract/calls';
import { root } from '../../scripts/run-command';
import type { Person } from './people';
import { Problems } from './problems';

/** Milliseconds between two pieces of what is sent or read slowly. */
const step = 500;
/** Steps that a request takes which comes within its time (server/build-app.ts); the others take one for each letter. */
const stepsInTime = 10;
/** Of a script of the pages, in pieces of what a slow line brings. */
const pieceBytes = 16 * 1024;

/** What clients on bad lines do, in turn. */
const kinds = ['sends in time', 'sends too slowly', 'sends its body too slowly', 'reads slowly'] as const;
type Kind = (typeof kinds)[number];

/** What each must be answered. */
const wanted: Record<Kind, string> = {
  'sends in time': '200',
  'sends too slowly': '408',
  'sends its body too slowly': '408',
  'reads slowly': '200',
};

/** Clients on bad lines: they drip their request, or read their answer slowly, again and again. */
export class SlowClients {
  readonly answers = new Map<string, number>();
  readonly problems = new Problems();
  private readonly sockets = new Set<Socket>();
  private readonly running: Promise<void>[];
  private readonly asset = largestAsset();
  private stopping = false;

  constructor(
    private readonly port: number,
    people: readonly Person[],
    count: number,
  ) {
    this.running = Array.from({ length: count }, (_, index) => {
      const person = people[index % people.length];
      const kind = kinds[index % kinds.length];
      if (!person || !kind) throw new Error('There is nobody');
      return this.go(kind, person, index / count);
    });
  }

  /** How many are connected. */
  get connected(): number {
    return this.sockets.size;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(this.running);
  }

  /** `late` is by which part of a step it begins later than the first one. */
  private async go(kind: Kind, person: Person, late: number): Promise<void> {
    await delay(step * late * stepsInTime);
    while (!this.stopping) {
      const answer = await this.play(kind, person).catch((error: unknown) => String(error));
      if (this.stopping) return;
      const told = `${kind}: ${answer}`;
      this.answers.set(told, (this.answers.get(told) ?? 0) + 1);
      if (answer === wanted[kind]) continue;
      this.problems.add(told);
      // One that is turned away comes again, and not at once.
      await delay(step);
    }
  }

  /** Answers the status, or what was wrong with the answer. */
  private async play(kind: Kind, person: Person): Promise<string> {
    const socket = connect(this.port, '127.0.0.1');
    this.sockets.add(socket);
    const ended = new Promise<string>((resolve) => {
      const chunks: Buffer[] = [];
      let failure = '';
      if (kind !== 'reads slowly') socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
      else socket.on('readable', () => {});
      socket.on('error', (error) => {
        failure = error.message;
      });
      socket.on('close', () => {
        this.sockets.delete(socket);
        const [, status] = /^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(chunks).toString()) ?? [];
        resolve(status ?? (failure || 'closed without an answer'));
      });
    });
    try {
      if (kind !== 'reads slowly') {
        await this.drip(socket, kind, person);
        return await ended;
      }
      socket.write(head('GET', this.asset, person));
      return await this.readSlowly(socket);
    } finally {
      socket.destroy();
    }
  }

  private async drip(socket: Socket, kind: Kind, person: Person): Promise<void> {
    const text =
      kind === 'sends its body too slowly'
        ? `${head('POST', calls.login.path, person, 1_000)}${' '.repeat(1_000)}`
        : head('GET', calls.readUser.path, person);
    const length = kind === 'sends in time' ? Math.ceil(text.length / stepsInTime) : 1;
    for (let sent = 0; sent < text.length && !this.stopping && socket.writable; sent += length) {
      socket.write(text.slice(sent, sent + length));
      await delay(step);
    }
  }

  /** Takes a piece at a time until the whole answer is there. */
  private async readSlowly(socket: Socket): Promise<string> {
    let status = '';
    let left = Number.POSITIVE_INFINITY;
    while (left > 0) {
      if (this.stopping || (socket.closed && socket.readableLength === 0))
        return 'closed before the whole answer';
      const piece = socket.read(Math.min(pieceBytes, socket.readableLength || 1)) as Buffer | null;
      if (!piece) {
        await delay(step / 10);
        continue;
      }
      if (status === '') {
        const [answerHead = ''] = piece.toString('latin1').split('\r\n\r\n', 1);
        status = /^HTTP\/1\.1 (\d+)/.exec(answerHead)?.[1] ?? 'no answer of HTTP';
        left = Number(/^content-length: (\d+)/im.exec(answerHead)?.[1]) + answerHead.length + 4;
        if (Number.isNaN(left)) return `${status} without a length`;
      }
      left -= piece.length;
      await delay(step);
    }
    return status;
  }
}

function head(method: string, path: string, { token, from }: Person, length?: number): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `x-forwarded-for: ${from}`,
    `authorization: Bearer ${token}`,
    'connection: close',
    ...(length === undefined ? [] : ['content-type: application/json', `content-length: ${length}`]),
    '',
    '',
  ].join('\r\n');
}

/** The largest script of the built pages: its answer does not fit into what the system takes from a server at once. */
function largestAsset(): string {
  const folder = join(root, 'dist/client/assets');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
  const [largest] = files.toSorted((one, other) => other.bytes - one.bytes);
  if (!largest) throw new Error('The pages are not built');
  return `/assets/${largest.name}`;
}
