import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { currencies } from '../../../contract/currencies';
import { enumValues } from '../../../contract/enum-values';
import { isErased } from '../../../contract/erased-person';
import { limits } from '../../../contract/limits';
import { transactionList } from '../../../contract/list-query';
import { pageMessages } from '../../../contract/messages';
import { plans } from '../../../contract/plans';
import { CopyButton } from '../../shared/CopyButton';
import { formatDollars, shorten } from '../../shared/format';
import { holdOf } from '../../shared/hold';
import { proofLink } from '../../shared/proof-link';
import { BulkBar } from '../bulk/BulkBar';
import { type Column, plainAmount, textOrMissing } from '../list/columns';
import { FoldedText } from '../list/FoldedText';
import type { Filter, FilterChoice } from '../list/filters';
import { personColumns } from '../list/person';
import { ResourceList } from '../list/ResourceList';
import { useMay } from '../may';
import { personPath } from '../record-paths';
import { StatusCell } from './StatusCell';
import { StatusChanges } from './StatusChanges';
import { currencyText, planText, type TransactionRecord } from './transaction-record';

/** The status as a control, and beneath it until when it has to wait. */
function Status({ record }: { record: TransactionRecord }) {
  const hold = holdOf(record);
  return (
    <>
      <StatusCell />
      {hold && (
        <Typography
          variant="caption"
          color="textSecondary"
          component="div"
          sx={{ whiteSpace: 'normal', mt: 0.5 }}
        >
          Not before {hold.shortly}
        </Typography>
      )}
    </>
  );
}

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

/** One of ours is a link 'view'; the site of one elsewhere stands beneath, which an investor may have named at any length. */
function ProofCell({ imageUrl }: { imageUrl: string | null | undefined }) {
  const link = proofLink(imageUrl);
  if (!link) return pageMessages.missing;
  return (
    <Link href={link.href} target="_blank" rel="noopener noreferrer">
      {link.host ? (
        <FoldedText text={`view on ${link.host}`} lines={2} least={72} sx={{ maxWidth: 200 }} />
      ) : (
        'view'
      )}
    </Link>
  );
}

// docs/rules.md, "Console".
const columns: Column<TransactionRecord>[] = [
  ...personColumns(personOf, 'user.', ({ user }) => (user?._id ? personPath(user._id) : undefined)),
  {
    label: 'Amount',
    sortBy: 'amount',
    align: 'right',
    render: ({ amount }) => formatDollars(amount),
    exported: ({ amount }) => plainAmount(amount),
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
    exported: ({ trxType }) => textOrMissing(trxType),
  },
  {
    label: 'Crypto Currency',
    sortBy: 'crypto',
    // The name of a network may stand beneath that of the currency.
    render: ({ crypto }) => <span style={{ whiteSpace: 'normal' }}>{currencyText(crypto)}</span>,
    exported: ({ crypto }) => currencyText(crypto),
  },
  {
    label: 'Status',
    sortBy: 'status',
    render: (record) => <Status record={record} />,
    exported: ({ status }) => textOrMissing(status),
  },
  {
    label: 'Plan',
    sortBy: 'plan',
    render: ({ plan }) => planText(plan),
    exported: ({ plan }) => planText(plan),
  },
  {
    label: 'Wallet',
    render: ({ wallet }) => <WalletCell wallet={wallet} />,
    exported: ({ wallet }) => textOrMissing(wallet),
  },
  {
    label: 'Image URL',
    render: ({ imageUrl }) => <ProofCell imageUrl={imageUrl} />,
    exported: ({ imageUrl }) => proofLink(imageUrl)?.href ?? pageMessages.missing,
  },
];

function choice(
  field: string,
  label: string,
  choices: readonly { value: string; name: string }[],
): FilterChoice {
  return { kind: 'choice', field, label, choices: choices.map(({ value, name }) => ({ id: value, name })) };
}

function asNamed(values: readonly string[]) {
  return values.map((value) => ({ value, name: value }));
}

const filters: Filter[] = [
  choice('status', 'Status', asNamed(enumValues.trxStatuses)),
  choice('trxType', 'Type', asNamed(enumValues.trxTypes)),
];

const moreFilters: Filter[] = [
  { kind: 'reference', field: 'userId', label: 'Person', reference: 'users' },
  choice('crypto', 'Currency', currencies),
  choice('plan', 'Plan', plans),
  { kind: 'amounts', field: 'amount', label: 'Amount' },
  { kind: 'days', field: 'createdAt', label: 'Created' },
  { kind: 'days', field: 'updatedAt', label: 'Last change' },
];

/** Nobody changes those of erased persons (docs/rules.md, "Personal data"). */
const ofSomebody = ({ user }: TransactionRecord) => !isErased(user);

/** The same each time: the list need not be rendered anew for it. */
const bulkBar = <BulkBar />;

/** The transactions of all investors, the newest first; the status is set in the row. */
export default function TransactionList() {
  const mayEdit = useMay('edit', 'transactions');
  return (
    <StatusChanges>
      <ResourceList
        title="Transactions"
        columns={columns}
        spec={transactionList}
        filters={filters}
        moreFilters={moreFilters}
        personOf={personOf}
        bulk={mayEdit && bulkBar}
        isRowSelectable={ofSomebody}
      />
    </StatusChanges>
  );
}
