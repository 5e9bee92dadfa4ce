import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { ListContext, useGetResourceLabel, useListContext, useRecordContext } from 'ra-core';
import { use } from 'react';
import { pageMessages } from '../../../contract/messages';
import { RetryButton } from '../../shared/wait/RetryButton';
import { type ConsoleText, useConsoleText } from '../console-text';
import { focusAfterReset } from './focus';

const placeSx = { px: 3, py: { xs: 5, md: 9 }, textAlign: 'center' } as const;

/** What a record holds none of, beside what else it holds. */
function NoneWithin({ children }: { children: string }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ py: 1 }}>
      {children}
    </Typography>
  );
}

/** The class of what says that a list could not be read, in place of its rows. */
export const unreadClass = 'list-unread';

/**
 * Why the list could not be read, and a way to try again: in place of the rows, or above those of an earlier
 * answer. Nothing while there is no failure.
 */
export function ListFailure({ what }: { what: string }) {
  const { data, error, isFetching, refetch } = useListContext();
  if (!error) return null;
  const retry = { error, loading: isFetching, onClick: () => refetch() };
  if (data) {
    const again = (
      <RetryButton {...retry} color="inherit" size="small">
        Refresh
      </RetryButton>
    );
    return (
      <Alert severity="error" sx={{ mb: 2 }} action={again}>
        {error.message}
      </Alert>
    );
  }
  return (
    <Box role="alert" className={unreadClass} sx={placeSx}>
      <Typography variant="h3" component="p" sx={{ mb: 1 }}>
        The {what} could not be read
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
        {error.message}
      </Typography>
      <RetryButton {...retry} variant="contained" />
    </Box>
  );
}

// 'mail' is no word for several.
const ofOne = (what: string, english: string) => (what.endsWith('s') ? undefined : english);

const thereAreNone = (text: ConsoleText, what: string) =>
  text('There are no %{what} yet.', { what }, ofOne(what, 'No %{what} yet.'));

/** What stands where there are no rows: none at all, none that match, or none on this page. `what` names them, 'transactions'. */
export function NoRows({ what }: { what: string }) {
  const { filterValues, setFilters, total, setPage } = useListContext();
  const text = useConsoleText();
  const filtered = Object.keys(filterValues).length > 0;
  // An address of earlier may name a page that the list no longer has.
  if (total) {
    return (
      <Box sx={placeSx}>
        <Typography variant="h3" component="p" sx={{ mb: 3 }}>
          {text('There is nothing on this page')}
        </Typography>
        <Button variant="outlined" onClick={() => setPage(1)}>
          {text('Go to the first page')}
        </Button>
      </Box>
    );
  }
  return (
    <Box sx={placeSx}>
      <Typography variant="h3" component="p" sx={{ mb: 1 }}>
        {filtered
          ? text('No %{what} match', { what }, ofOne(what, 'No matching %{what}'))
          : text(pageMessages.noData)}
      </Typography>
      <Typography color="textSecondary">
        {filtered ? text('Try fewer letters or another filter.') : thereAreNone(text, what)}
      </Typography>
      {filtered && (
        <Button
          variant="outlined"
          sx={{ mt: 3 }}
          onClick={(event) => {
            focusAfterReset(event);
            setFilters({}, {});
          }}
        >
          {text('Clear search and filters')}
        </Button>
      )}
    </Box>
  );
}

function RowsOfList() {
  const { error, isPlaceholderData, resource, filterValues, total } = useListContext();
  const what = useGetResourceLabel()(resource, 2).toLowerCase();
  const within = useRecordContext() !== undefined;
  const text = useConsoleText();
  // What was found before says nothing of what is being read.
  if (isPlaceholderData) return null;
  if (error) return <ListFailure what={what} />;
  // An array of a record is a list of no resource.
  if (resource === '') return <NoneWithin>{text('None')}</NoneWithin>;
  const none = !total && Object.keys(filterValues).length === 0;
  return within && none ? <NoneWithin>{thereAreNone(text, what)}</NoneWithin> : <NoRows what={what} />;
}

/** What stands in the table of a list of react-admin's own parts that has no rows to show; a table of rows of its own is in no list. */
export function StockRows() {
  const text = useConsoleText();
  return use(ListContext) ? <RowsOfList /> : <NoneWithin>{text('None')}</NoneWithin>;
}

/** What stands in for the cards of a phone while they are fetched. */
export function CardsLoader() {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} variant="rounded" height={168} sx={{ borderRadius: '14px' }} />
      ))}
    </Box>
  );
}
