import Alert from '@mui/material/Alert';
import { RetryButton } from '../../shared/wait/RetryButton';
import { refusalOf } from '../failure';
import type { FailureProps } from './PageFailure';

type Props = Pick<FailureProps, 'what' | 'query'>;

/** Why something that is shown as it was read before could not be read again, above it, and a way to try. */
export function FailureAbove({ what, query: { error, isFetching, refetch } }: Props) {
  if (!error) return null;
  const retry = (
    <RetryButton
      error={error}
      color="inherit"
      size="small"
      onClick={() => refetch()}
      loading={isFetching}
      sx={{ whiteSpace: 'nowrap' }}
    />
  );
  return (
    <Alert severity="error" action={retry} sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {[`The ${what} could not be read again.`, refusalOf(error)].join(' ')}
    </Alert>
  );
}
