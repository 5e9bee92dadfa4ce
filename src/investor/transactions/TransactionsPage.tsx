import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useState } from 'react';
import { pageMessages } from '../../../contract/messages';
import { appConfig } from '../../app.config';
import { useDocumentTitle } from '../../shared/document-title';
import { useOpenDeposit } from '../dashboard-modal';
import { LoadFailure } from '../LoadFailure';
import { TransactionCards } from './TransactionCards';
import { firstPage, useTransactions } from './transaction-page';

// Phones show cards and need not load the grid.
const TransactionsGrid = lazy(() => import('./TransactionsGrid'));

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

function NoData() {
  const openDeposit = useOpenDeposit();
  return (
    <Card sx={{ p: { xs: 4, md: 8 }, textAlign: 'center' }}>
      <Typography variant="h3" component="p" sx={{ mb: 1 }}>
        {pageMessages.noData}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3 }}>
        Your deposits and withdrawals appear here.
      </Typography>
      <Button variant="contained" onClick={() => openDeposit()}>
        Make a deposit
      </Button>
    </Card>
  );
}

/** 'All Transactions': a grid, on phones a list of cards. */
export default function TransactionsPage() {
  useDocumentTitle(`All Transactions | ${appConfig.brand}`);
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [request, setRequest] = useState(firstPage);
  const query = useTransactions(request);
  const { data, error, isPlaceholderData } = query;
  const View = phone ? TransactionCards : TransactionsGrid;

  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: 3 }}>
        All Transactions
      </Typography>
      <LoadFailure query={query} />
      {!data && !error && <Loader />}
      {data?.total === 0 && <NoData />}
      {data && data.total > 0 && (
        <Suspense fallback={<Loader />}>
          <View page={data} request={request} onRequest={setRequest} loading={isPlaceholderData} />
        </Suspense>
      )}
    </>
  );
}
