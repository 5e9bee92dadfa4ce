import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request as the traffic sends it. */
export interface Ask {
  method: string;
  path: string;
  /** The network address it comes from, as a proxy says it: each person has limits of their own by it. */
  from: string;
  token?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Connections at most: what waits for one is waiting for an answer. */
const maxSockets = 128;
/** Milliseconds. */
const timeout = 60_000;

/** Sends requests over connections that stay open, as a proxy in front of the product does. */
export class Connections {
  private readonly agent = new Agent({ keepAlive: true, maxSockets });

  constructor(readonly address: string) {}

  /** Throws when no answer came. */
  ask({ method, path, from, token, body, headers }: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        this.address + path,
        {
          method,
          agent: this.agent,
          timeout,
          headers: {
            'x-forwarded-for': from,
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
            ...headers,
          },
        },
        (response) => {
          buffer(response)
            .then((whole) =>
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: whole.toString(),
              }),
            )
            .catch(reject);
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeout / 1_000} s`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
