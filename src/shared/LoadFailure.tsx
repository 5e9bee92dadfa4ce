import Alert from '@mui/material/Alert';
import { isWithoutCall } from './api-error';
import { RetryButton } from './wait/RetryButton';

/** What a query says of its failure, and the way to ask again. */
interface Failing {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Says why a read failed and offers to try again; renders nothing while there is no failure. `missing` is what is said where
 * the host has no such call, which asking again would not change.
 */
export function LoadFailure({ query, missing }: { query: Failing; missing?: string }) {
  if (!query.error) return null;
  if (missing && isWithoutCall(query.error)) {
    return (
      <Alert severity="info" sx={{ mb: 2 }}>
        {missing}
      </Alert>
    );
  }
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <RetryButton
          error={query.error}
          color="inherit"
          size="small"
          onClick={() => query.refetch()}
          loading={query.isFetching}
          sx={{ whiteSpace: 'nowrap' }}
        />
      }
    >
      {query.error.message}
    </Alert>
  );
}
