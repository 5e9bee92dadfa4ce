import Alert from '@mui/material/Alert';
import { RetryButton } from './wait/RetryButton';

/** What a query says of its failure, and the way to ask again. */
interface Failing {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Says why a read failed and offers to try again; renders nothing while there is no failure. */
export function LoadFailure({ query }: { query: Failing }) {
  if (!query.error) return null;
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
          disabled={query.isFetching}
          sx={{ whiteSpace: 'nowrap' }}
        />
      }
    >
      {query.error.message}
    </Alert>
  );
}
