import type pg from 'pg';
import type { Config } from './config';
import { type Database, openDatabase } from './db/client';
import type { Reading } from './metrics/metrics';

export interface Watching {
  /** Where metrics are read; undefined where they are not. */
  metricsPort?: number;
  /** Sends the traces that are left, and ends everything. */
  stop(): Promise<void>;
}

/**
 * Lets the operator see the server as the configuration says: metrics on an address of their own, traces to a collector.
 * What is not asked for is not even loaded. `readings` are figures of other parts of the server.
 */
export async function watchServer(
  config: Pick<Config, 'metricsListen' | 'traces'>,
  database: Pick<Database, 'pool'>,
  connection: pg.PoolConfig,
  readings: readonly Reading[] = [],
): Promise<Watching> {
  const stopTraces = config.traces ? (await import('./traces')).startTraces() : undefined;
  if (!config.metricsListen) return { stop: async () => stopTraces?.() };
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./metrics/metrics'),
    import('./metrics/serve-metrics'),
  ]);
  const figures = openDatabase(connection, () => {}, 1);
  const metrics = createMetrics({ pool: database.pool, figures: figures.pool, readings });
  try {
    const server = await serveMetrics(metrics, config.metricsListen);
    return {
      metricsPort: server.port,
      async stop() {
        await server.close();
        metrics.stop();
        await figures.close();
        await stopTraces?.();
      },
    };
  } catch (error) {
    metrics.stop();
    await figures.close();
    await stopTraces?.();
    throw error;
  }
}
