import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A name server of this machine's own. */
export interface NameServer {
  /** Whether it says nothing to whoever asks. */
  silent: boolean;
  /** How often it was asked. */
  asked: number;
  /** To be put before a program, which then asks this name server alone. */
  prefix: readonly string[];
  stop(): Promise<void>;
}

const header = 12;
/** The type of a question for an address (A). */
const addressType = 1;

/** Everything is at 127.0.0.1; other questions have no answer. */
function answer(question: Buffer): Buffer {
  let end = header;
  while ((question[end] ?? 0) > 0) end += 1 + (question[end] ?? 0);
  const type = question.readUInt16BE(end + 1);
  const asked = question.subarray(header, end + 5);
  const known = type === addressType;
  const head = Buffer.from(question.subarray(0, header));
  // A response, with recursion; one question, one answer or none, and nothing else.
  head.writeUInt16BE(0x8180, 2);
  for (const [index, count] of [1, known ? 1 : 0, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * index);
  const found = Buffer.from([0xc0, header, 0, type, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat(known ? [head, asked, found] : [head, asked]);
}

/**
 * Starts one at the port where the system's resolver asks. `folder` is for its settings. Undefined where that may not be done: it
 * needs root, and a program that sees another /etc/resolv.conf.
 */
export async function startNameServer(folder: string): Promise<NameServer | undefined> {
  const settings = join(folder, 'resolv.conf');
  const prefix = [
    ...['/usr/bin/unshare', '--mount', '/bin/sh', '-c'],
    `mount --bind ${settings} /etc/resolv.conf && exec "$@"`,
    'sh',
  ];
  const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.53`;
  writeFileSync(settings, `nameserver ${address}\n`);
  const [program = '', ...args] = [...prefix, '/bin/true'];
  if (process.getuid?.() !== 0 || spawnSync(program, args, { stdio: 'ignore' }).status !== 0)
    return undefined;
  const socket = createSocket('udp4');
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(53, address, resolve);
  });
  const server: NameServer = {
    silent: false,
    asked: 0,
    prefix,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (question, { port, address: from }) => {
    server.asked += 1;
    if (!server.silent) socket.send(answer(question), port, from);
  });
  return server;
}
