import type { TrxStatus } from '../../contract/enums';

/** The colour of the theme that each status of a transaction has. */
export const statusTones = {
  PENDING: 'warning',
  CONFIRMED: 'success',
  DECLINED: 'error',
} as const satisfies Record<TrxStatus, string>;
