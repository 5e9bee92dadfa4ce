import { type IncomingHttpHeaders, request } from 'node:http';

export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Asks a server for a path as it is written: `fetch` would make another one of what is malformed. */
export function rawGet(
  address: string,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const asked = request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
