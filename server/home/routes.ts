import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client';
import { route } from '../http/route';
import { readHome } from './home';

/** What operators look at first. */
export function homeRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  route(app, 'readHome', 'reads', async () => readHome(database));
}
