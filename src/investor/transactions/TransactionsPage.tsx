import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useEffect, useState } from 'react';
import { limits } from '../../../contract/limits';
import { pageMessages } from '../../../contract/messages';
import { appConfig } from '../../app.config';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadFailure } from '../../shared/LoadFailure';
import { lazyPart } from '../../shared/loading/lazy-part';
import ModalLoading from '../../shared/loading/ModalLoading';
import { printing } from '../../shared/print-styles';
import { useOpenDeposit } from '../dashboard-modal';
import { ExportButton } from './export/ExportButton';
import { FilterBar } from './FilterBar';
import { OrderSelect } from './OrderSelect';
import { PrintedTransactions } from './PrintedTransactions';
import { TransactionCards } from './TransactionCards';
import { activeFilters, noFilter } from './transaction-filter';
import { useTransactions } from './transaction-page';
import { useTransactionsView } from './use-transactions-view';

// Phones show cards and need not load the grid; the details are fetched with the first that are opened.
const TransactionsGrid = lazyPart(() => import('./TransactionsGrid'));
const DetailsDrawer = lazyPart(() => import('./details/DetailsDrawer'));

function Loader() {
  return (
    <Box
      role="status"
      aria-label="Loading transactions"
      sx={{ display: 'grid', placeItems: 'center', minHeight: 320 }}
    >
      <CircularProgress size={32} thickness={4} />
    </Box>
  );
}

/** Nothing to show: there is none at all, or none that passes the filters. */
function NoData({ onClear }: { onClear: (() => void) | undefined }) {
  const openDeposit = useOpenDeposit();
  return (
    <Card sx={{ p: { xs: 4, md: 8 }, textAlign: 'center' }}>
      <Typography variant="h3" component="p" sx={{ mb: 1 }}>
        {pageMessages.noData}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        {onClear ? 'No transaction fits these filters.' : 'Your deposits and withdrawals appear here.'}
      </Typography>
      {onClear ? (
        <Button variant="outlined" onClick={onClear}>
          Show all transactions
        </Button>
      ) : (
        <Button variant="contained" onClick={() => openDeposit()}>
          Make a deposit
        </Button>
      )}
    </Card>
  );
}

/** 'All Transactions': a grid, on phones a list of cards, with filters, an export, and the details of each. */
export default function TransactionsPage() {
  useDocumentTitle(`All Transactions | ${appConfig.brand}`);
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const { request, onRequest, openId, onOpen, onClose } = useTransactionsView();
  const query = useTransactions(request);
  const { data, error, isPlaceholderData } = query;
  const View = phone ? TransactionCards : TransactionsGrid;
  const filtered = activeFilters(request.filter) > 0;
  const empty = data?.total === 0 && !isPlaceholderData;
  // Other hosts do not say it. Where a filter has left nothing, there is nothing to tell it by.
  const dated = !data || data.rows.length === 0 || data.rows.some(({ createdAt }) => createdAt);
  const [detailsUsed, setDetailsUsed] = useState(openId !== null);

  useEffect(() => {
    if (openId) setDetailsUsed(true);
  }, [openId]);

  // An address may name a page that is no more: the last one stands in.
  const lastPage = data ? Math.max(0, Math.ceil(data.total / limits.pageSize) - 1) : undefined;
  useEffect(() => {
    if (lastPage !== undefined && !isPlaceholderData && request.page > lastPage)
      onRequest({ ...request, page: lastPage });
  }, [lastPage, isPlaceholderData, request, onRequest]);

  return (
    <>
      <Stack
        direction="row"
        sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap', gap: 1.5, mb: 3 }}
      >
        <Typography variant="h2" component="h1">
          All Transactions
        </Typography>
        <ExportButton request={request} total={isPlaceholderData ? 0 : (data?.total ?? 0)} />
      </Stack>
      {(data?.total !== 0 || filtered) && (
        <FilterBar
          filter={request.filter}
          onFilter={(filter) => onRequest({ ...request, page: 0, filter })}
          dated={dated}
          beside={phone && <OrderSelect request={request} onRequest={onRequest} dated={dated} />}
        />
      )}
      <LoadFailure query={query} />
      {!data && !error && <Loader />}
      {empty && (
        <NoData onClear={filtered ? () => onRequest({ ...request, page: 0, filter: noFilter }) : undefined} />
      )}
      {data && data.total > 0 && (
        <Suspense fallback={<Loader />}>
          <Box data-print={printing.off}>
            <View
              page={data}
              request={request}
              onRequest={onRequest}
              loading={isPlaceholderData}
              onOpen={onOpen}
            />
          </Box>
          <PrintedTransactions page={data} />
        </Suspense>
      )}
      {detailsUsed && (
        <Suspense
          fallback={openId && <ModalLoading label="Opening the details" onGiveUp={onClose} inAddress />}
        >
          <DetailsDrawer id={openId} onClose={onClose} />
        </Suspense>
      )}
    </>
  );
}
