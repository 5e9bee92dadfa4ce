import type { FastifyInstance } from 'fastify';
import type { SiteMode } from '../../contract/site';
import type { Database } from '../db/client';
import { route } from '../http/route';
import { listWallets } from './wallets';

interface WalletServices {
  database: Database;
  config: { siteMode: SiteMode };
}

/** The addresses investors pay into (docs/rules.md, "Platform addresses"). */
export function walletRoutes(app: FastifyInstance, { database, config }: WalletServices): void {
  route(app, 'listWallets', 'reads', async () => listWallets(database.db, config.siteMode));
}
