import type { FastifyInstance } from 'fastify';
import type { Home } from '../../contract/home';
import type { Reads } from '../db/reads';
import { routeRead } from '../http/route';
import { readHome } from './home';

/** What operators look at first; `readBackups` answers how the backups stand, where there are any. */
export function homeRoutes(
  app: FastifyInstance,
  { reads }: { reads: Reads },
  readBackups: () => Promise<Home['backups']>,
): void {
  routeRead(app, 'readHome', 'reads', reads, async (_, read) => {
    const backups = await readBackups();
    return read((source) => readHome(source, new Date(), backups));
  });
}
