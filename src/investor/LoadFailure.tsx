import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';

/** Says why a read failed and offers to try again; renders nothing while there is no failure. */
export function LoadFailure({ query }: { query: UseQueryResult<unknown> }) {
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
