// This file alone runs in Node; the browser's type check does not load Node's types by itself.
/// <reference types="node" />
import { createServer } from 'node:http';

/** A request as it reached the stand-in. */
export interface Received {
  method: string;
  /** Path and query. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON body, or the text of another one; null without one. */
  body: unknown;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body: unknown;
  /** Holds the answer back until then. */
  after?: Promise<void>;
  /** The connection breaks off before the end of the answer. */
  breaksOff?: true;
}

export interface StandInHost {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

/** For tests: a real HTTP server on a free loopback port that answers as told and keeps what it received. */
export async function startStandInHost(answer: (request: Received) => Answer): Promise<StandInHost> {
  const received: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.on('data', (chunk) => {
      text += chunk;
    });
    incoming.on('end', () => {
      const isJson = incoming.headers['content-type'] === 'application/json';
      const request: Received = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: isJson && text ? JSON.parse(text) : text || null,
      };
      received.push(request);
      const { status = 200, headers = {}, body, after, breaksOff } = answer(request);
      const send = (): void => {
        outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        if (breaksOff) outgoing.write(text.slice(0, -1), () => outgoing.destroy());
        else outgoing.end(text);
      };
      if (after) void after.then(send);
      else send();
    });
  });
  // It ends no connection by itself: a page that was kept busy for as long would ask on one that has just gone.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The stand-in host has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
