import type { Crypto, TrxType } from '../../contract/enums';
import { screens } from '../../contract/paths';

/** The page of a person in the console. */
export function personPath(userId: string): string {
  return `${screens.adminUsers}/${encodeURIComponent(userId)}/show`;
}

/** The list of proposals. */
export const proposalsPath = screens.adminProposals;

/** The same with what a filter finds. */
export function filteredProposalsPath(filter: ListFilter): string {
  return listPath(proposalsPath, filter);
}

/** The page of a proposal. */
export function proposalPath(proposalId: string): string {
  return `${proposalsPath}/${encodeURIComponent(proposalId)}/show`;
}

type ListFilter = Record<string, unknown>;

/** A list with what a filter finds. */
function listPath(address: string, filter: ListFilter): string {
  return `${address}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}

/** The list of transactions with what a filter finds. */
export function transactionsPath(filter: ListFilter): string {
  return listPath(screens.adminTransactions, filter);
}

/** The list of users with what a filter finds. */
export function usersPath(filter: ListFilter): string {
  return listPath(screens.adminUsers, filter);
}

/** The list of accounts with what a filter finds. */
export function accountsPath(filter: ListFilter): string {
  return listPath(screens.adminAccounts, filter);
}

/** The list of reports with what a filter finds. */
export function reportsPath(filter: ListFilter): string {
  return listPath(screens.adminReports, filter);
}

/** The list of security events with what a filter finds. */
export function securityPath(filter: ListFilter): string {
  return listPath(`${screens.admin}/security`, filter);
}

/** The list of mails with what a filter finds. */
export function mailsPath(filter: ListFilter): string {
  return listPath(`${screens.admin}/mail`, filter);
}

/** The books. */
export const booksPath = `${screens.admin}/books`;

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

/** The list of what was confirmed from one day (YYYY-MM-DD, of UTC) to another, both inside: all of it, or of one kind. */
export function confirmedPath(
  from: string,
  to: string,
  kind: { trxType?: TrxType; crypto?: Crypto } = {},
): string {
  return transactionsPath({ status: 'CONFIRMED', ...kind, updatedAt_gte: from, updatedAt_lte: to });
}

/** The audit log with what a filter finds. */
export function auditPath(filter: ListFilter): string {
  return listPath(`${screens.admin}/audit`, filter);
}
