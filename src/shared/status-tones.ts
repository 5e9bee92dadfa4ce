import type { TrxStatus } from '../../contract/enums';

/** The colour of the theme that each status of a transaction has. */
export const statusTones: Readonly<Record<TrxStatus, 'warning' | 'success' | 'error' | 'info'>> = {
  PENDING: 'warning',
  CONFIRMED: 'success',
  DECLINED: 'error',
};
