import { walletResource } from '../wallets/wallet-resource';
import type { Resource } from './define-resource';

/** Every resource under /api/admin. An operator adds a line here; then `npm run db:generate` for its table. */
export const resources: readonly Resource[] = [walletResource];
