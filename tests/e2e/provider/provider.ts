import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { z } from '../../../contract/zod';

/** `findings`: what a hostile script got of what it tried; null where it got nothing. */
const toldSchema = z.object({
  /** The path of the script that ran. */
  script: z.string(),
  settings: z.record(z.string(), z.unknown()),
  findings: z.array(z.object({ name: z.string(), got: z.string().nullable() })),
});
type Told = z.infer<typeof toldSchema>;
export type Finding = Told['findings'][number];

export interface Provider {
  /** Where it listens, without a trailing slash. */
  address: string;
  /** Whether its scripts attack the page they run in. */
  hostile: boolean;
  /** Paths it was asked for, in their order. */
  asked: string[];
  /** What its market scripts said. */
  told: Told[];
  /** Forgets what it was asked for and told. */
  forget(): void;
  stop(): Promise<void>;
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const [widget, translate] = [read('widget.js'), read('translate.js')];
/** Waits for a token, and keeps what it got in `watched`. */
export const watch = read('watch.js');
/** Defines `attempt`, which makes all a hostile script's attempts. */
export const attempts = read('attempts.js');

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A stand-in, on loopback, for the providers of the market widgets and of the translate widget. */
export async function startProvider(): Promise<Provider> {
  function answer(path: string): [type: string, content: string] {
    if (path === '/translate.js') {
      return ['text/javascript', provider.hostile ? attempts + watch + translate : translate];
    }
    if (path.endsWith('.js')) return ['text/javascript', provider.hostile ? attempts + widget : widget];
    if (path.endsWith('.svg')) return ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'];
    return ['text/html', '<!doctype html><title>Stand-in</title><p>Stand-in for market data</p>'];
  }
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', provider.address);
    const body = await readBody(request);
    if (pathname === '/told') provider.told.push(toldSchema.parse(JSON.parse(body)));
    else provider.asked.push(pathname);
    const [type, content] = answer(pathname);
    const headers = { 'content-type': type, 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
    response.writeHead(200, headers).end(content);
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const at = server.address();
  const provider: Provider = {
    address: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`,
    hostile: false,
    asked: [],
    told: [],
    forget() {
      provider.asked.length = 0;
      provider.told.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return provider;
}
