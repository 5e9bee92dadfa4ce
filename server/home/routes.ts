import type { FastifyInstance } from 'fastify';
import type { Home } from '../../contract/home';
import type { Database } from '../db/client';
import { route } from '../http/route';
import { readHome } from './home';

/** What operators look at first; `readBackups` answers how the backups stand, where there are any. */
export function homeRoutes(
  app: FastifyInstance,
  { database }: { database: Database },
  readBackups: () => Promise<Home['backups']>,
): void {
  route(app, 'readHome', 'reads', async () => readHome(database, new Date(), await readBackups()));
}
