import type { FastifyInstance } from 'fastify';
import { route } from '../http/route';
import type { Services } from '../services';
import { listWallets } from './wallets';

/** The addresses investors pay into (specification, section 7). */
export function walletRoutes(app: FastifyInstance, { database, config }: Services): void {
  route(app, 'listWallets', 'reads', async () => listWallets(database.db, config.siteMode));
}
