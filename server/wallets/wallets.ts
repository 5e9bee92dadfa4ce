import { and, asc, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { currencies } from '../../contract/currencies';
import type { SiteMode } from '../../contract/site';
import type { Wallet } from '../../contract/wallet';
import type { Database, Queries } from '../db/client';
import { wallets } from '../db/schema/money';
import { sampleAddress } from './addresses';

/** The platform addresses in use; live mode never shows a sample. */
export async function listWallets(db: Queries, siteMode: SiteMode): Promise<Wallet[]> {
  return db
    .select({ _id: wallets.id, name: wallets.name, value: wallets.value, demo: wallets.demo })
    .from(wallets)
    .where(and(eq(wallets.enabled, true), siteMode === 'live' ? eq(wallets.demo, false) : undefined))
    .orderBy(asc(wallets.createdAt), asc(wallets.id));
}

/** Gives demo mode a plainly unusable sample address per currency, where there is no address yet. */
export async function seedDemoWallets({ db }: Database): Promise<void> {
  await db
    .insert(wallets)
    .values(
      currencies.map(({ value }) => ({
        id: uuid(),
        name: value,
        value: sampleAddress(value),
        demo: true,
      })),
    )
    .onConflictDoNothing({ target: wallets.name });
}
