import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { enumValues } from '../../../contract/enum-values';
import { limits } from '../../../contract/limits';
import { transactionList } from '../../../contract/list-query';
import { pageMessages } from '../../../contract/messages';
import { CopyButton } from '../../shared/CopyButton';
import { shorten } from '../../shared/format';
import { type Column, dollarsOrMissing, textOrMissing } from '../list/columns';
import { personColumns } from '../list/person';
import { ResourceList } from '../list/ResourceList';
import { StatusCell } from './StatusCell';
import { currencyText, planText, safeLink, type TransactionRecord } from './transaction-record';

function personOf(transaction: TransactionRecord) {
  return transaction.user;
}

function WalletCell({ wallet }: { wallet: string | null | undefined }) {
  if (!wallet) return pageMessages.missing;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25, my: -0.5 }}>
      <span title={wallet}>{shorten(wallet, limits.walletShown)}</span>
      <CopyButton value={wallet} label="Copy address" />
    </Box>
  );
}

function ProofCell({ imageUrl }: { imageUrl: string | null | undefined }) {
  const link = safeLink(imageUrl);
  if (!link) return pageMessages.missing;
  return (
    <Link href={link} target="_blank" rel="noopener noreferrer">
      view
    </Link>
  );
}

// The specification's columns and their order (section 2).
const columns: Column<TransactionRecord>[] = [
  ...personColumns(personOf, 'user.'),
  {
    label: 'Amount',
    sortBy: 'amount',
    align: 'right',
    render: ({ amount }) => dollarsOrMissing(amount),
  },
  {
    label: 'Transaction Type',
    sortBy: 'trxType',
    render: ({ trxType }) => (
      <Chip
        size="small"
        color={trxType === 'DEPOSIT' ? 'success' : 'warning'}
        label={textOrMissing(trxType)}
      />
    ),
  },
  { label: 'Crypto Currency', sortBy: 'crypto', render: ({ crypto }) => currencyText(crypto) },
  { label: 'Status', sortBy: 'status', render: () => <StatusCell /> },
  { label: 'Plan', sortBy: 'plan', render: ({ plan }) => planText(plan) },
  { label: 'Wallet', render: ({ wallet }) => <WalletCell wallet={wallet} /> },
  { label: 'Image URL', render: ({ imageUrl }) => <ProofCell imageUrl={imageUrl} /> },
];

function choicesOf(values: readonly string[]) {
  return values.map((value) => ({ id: value, name: value }));
}

const filters = [
  { field: 'status', label: 'Status', choices: choicesOf(enumValues.trxStatuses) },
  { field: 'trxType', label: 'Type', choices: choicesOf(enumValues.trxTypes) },
];

/** The transactions of all investors, the newest first; the status is set in the row. */
export function TransactionList() {
  return (
    <ResourceList
      title="Transactions"
      columns={columns}
      spec={transactionList}
      filters={filters}
      personOf={personOf}
    />
  );
}
