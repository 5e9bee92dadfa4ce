import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

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
        <Button
          color="inherit"
          size="small"
          onClick={() => query.refetch()}
          disabled={query.isFetching}
          sx={{ whiteSpace: 'nowrap' }}
        >
          Try again
        </Button>
      }
    >
      {query.error.message}
    </Alert>
  );
}
