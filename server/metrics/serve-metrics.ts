import { createServer, type Server } from 'node:http';
import { ConfigError } from '../config';
import { explainListen } from '../explain-listen';
import type { Metrics } from './metrics';

const path = '/metrics';

/**
 * Serves metrics on an address of their own, which is for those who operate the product: routes, loads and backlogs are
 * nobody else's. Answers how to stop; throws {@link ConfigError} when it cannot listen there.
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'contentType' | 'read'>,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    async (request, response) => {
      const asked = request.url?.split('?')[0] === path;
      if (!(asked && request.method === 'GET')) {
        response.writeHead(asked ? 405 : 404).end();
        return;
      }
      try {
        const text = await metrics.read();
        response
          .writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
          .end(text);
      } catch {
        response.writeHead(500).end();
      }
    },
  );
  await new Promise<void>((resolve, reject) => {
    const settings = { host: 'METRICS_LISTEN', port: 'METRICS_LISTEN' };
    server.once('error', (error) =>
      reject(new ConfigError(explainListen(error, { host, port, settings }), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  return { port: portOf(server), close: () => closed(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
