import { currencyName } from '../../../../contract/currencies';
import type { Transaction } from '../../../../contract/transaction';
import { csvText } from '../../../shared/csv-text';
import { amountOf } from '../../../shared/format';
import { planText } from '../transaction-text';

/** "2026-06-29 14:03:05": what every spreadsheet reads as a moment. */
function utc(moment: string | undefined): string {
  return moment ? moment.slice(0, 19).replace('T', ' ') : '';
}

const columns: readonly { name: string; value: (row: Transaction, index: number) => string }[] = [
  { name: 's/n', value: (_, index) => String(index + 1) },
  { name: 'trxType', value: ({ trxType }) => trxType },
  { name: 'amount (USD)', value: ({ amount }) => amountOf(amount).toFixed(2) },
  { name: 'plan', value: ({ plan }) => planText(plan) },
  { name: 'status', value: ({ status }) => status },
  { name: 'currency', value: ({ crypto }) => currencyName(crypto) },
  { name: 'date (UTC)', value: ({ createdAt }) => utc(createdAt) },
  { name: 'transaction id', value: ({ transactionId }) => transactionId ?? '' },
  { name: 'wallet', value: ({ wallet }) => wallet ?? '' },
];

/** The transactions as a table for spreadsheets. */
export function toCsv(rows: readonly Transaction[]): string {
  return csvText({
    fields: columns.map(({ name }) => name),
    data: rows.map((row, index) => columns.map(({ value }) => value(row, index))),
  });
}
