import type { Resource } from './resources/define-resource';
import { walletResource } from './wallets/wallet-resource';

/** Every resource under /api/admin. An operator adds a line here; then `npm run db:generate` for its table. */
export const resources: readonly Resource[] = [walletResource];
