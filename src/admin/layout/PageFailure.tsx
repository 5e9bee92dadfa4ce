import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { RetryButton } from '../../shared/wait/RetryButton';
import { isMissing, refusalOf } from '../failure';

export interface FailureProps {
  /** What it is: 'wallet'. */
  what: string;
  /** What is said where the host knows none, if it is no record of an id. */
  missing?: string;
  /** The list it would be in: the way on where there is none. */
  list?: { label: string; path: string };
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

/**
 * Why something could not be read, in its place, and a way to try again; that there is none where the host knows none.
 * Nothing while there is no failure.
 */
export function PageFailure({ what, missing, list, query: { error, isFetching, refetch } }: FailureProps) {
  if (!error) return null;
  const isNone = isMissing(error);
  const text = isNone ? !missing && 'Nothing has the id that this address names.' : refusalOf(error);
  return (
    <Card role="alert" sx={{ px: 3, py: { xs: 4, md: 6 }, textAlign: 'center' }}>
      <Typography variant="h3" component="p" sx={{ mb: 1 }}>
        {isNone ? (missing ?? `There is no such ${what}`) : `The ${what} could not be read`}
      </Typography>
      {text && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      )}
      {isNone ? (
        list && (
          <Button component={RouterLink} to={list.path} sx={{ mt: 3 }}>
            Go to the {list.label}
          </Button>
        )
      ) : (
        <RetryButton
          error={error}
          variant="contained"
          onClick={() => refetch()}
          loading={isFetching}
          sx={{ mt: 3 }}
        />
      )}
    </Card>
  );
}

/** The same in place of a whole page, under its title. */
export function WholePageFailure({ title, ...failure }: FailureProps & { title: ReactNode }) {
  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <PageFailure {...failure} />
    </>
  );
}
