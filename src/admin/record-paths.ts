import { screens } from '../../contract/paths';

/** The page of a person in the console. */
export function personPath(userId: string): string {
  return `${screens.adminUsers}/${encodeURIComponent(userId)}/show`;
}

/** The list of proposals. */
export const proposalsPath = screens.adminProposals;

/** The page of a proposal. */
export function proposalPath(proposalId: string): string {
  return `${proposalsPath}/${encodeURIComponent(proposalId)}/show`;
}

/** The list of transactions with what a filter finds. */
export function transactionsPath(filter: Record<string, unknown>): string {
  return `${screens.adminTransactions}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}

/** The list of transactions with that one alone. */
export function transactionPath(trxId: string): string {
  return transactionsPath({ id: trxId });
}

/** The review of one transaction. */
export function reviewPath(trxId: string): string {
  return `${screens.admin}/review/${encodeURIComponent(trxId)}`;
}

/** The page of a report "This was not me". */
export function reportPath(reportId: string): string {
  return `${screens.adminReports}/${encodeURIComponent(reportId)}/show`;
}

/** The audit log with what a filter finds. */
export function auditPath(filter: Record<string, unknown>): string {
  return `${screens.admin}/audit?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}
