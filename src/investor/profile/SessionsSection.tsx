import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { isWithoutCall } from '../../shared/api-error';
import { LoadFailure } from '../../shared/LoadFailure';
import { PageSection } from '../../shared/PageSection';
import { type Ending, EndSessionModal } from './EndSessionModal';
import { useOwnSessions } from './own-sessions';
import { SessionRow } from './SessionRow';

function RowSkeletons() {
  return (
    <Stack role="status" aria-label="Loading your devices" spacing={2}>
      <Skeleton variant="rounded" height={48} />
      <Skeleton variant="rounded" height={48} />
    </Stack>
  );
}

/** Where the person is signed in, and the ways to end that; left out where the host cannot say. */
export function SessionsSection() {
  const query = useOwnSessions();
  const { data: sessions, isPending, refetch } = query;
  const [ending, setEnding] = useState<Ending | null>(null);
  const [endings, setEndings] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that was pressed has gone with its row; without a new place the focus would be lost.
  useEffect(() => {
    if (endings > 0) heading.current?.focus();
  }, [endings]);

  function close(ended: boolean) {
    setEnding(null);
    if (!ended) return;
    setEndings((count) => count + 1);
    refetch();
  }

  if (isWithoutCall(query.error)) return null;
  const others = sessions?.some(({ current }) => !current);
  return (
    <PageSection
      id="devices"
      title="Where you are signed in"
      lead="What a browser says of itself can be made up. If you do not know one of these, sign it out and change your password."
      headingRef={heading}
    >
      <LoadFailure query={query} />
      {isPending && <RowSkeletons />}
      {sessions?.length === 0 && <Typography color="textSecondary">No devices to show.</Typography>}
      {sessions && sessions.length > 0 && (
        <Box component="ul" aria-labelledby="devices" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {sessions.map((session) => (
            <SessionRow key={session._id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </Box>
      )}
      {sessions && sessions.length > 0 && (
        <Box sx={{ pt: 2 }}>
          {others ? (
            <Button variant="outlined" onClick={() => setEnding('others')}>
              Sign out everywhere else
            </Button>
          ) : (
            <Typography variant="body2" color="textSecondary">
              You are signed in on this device alone.
            </Typography>
          )}
        </Box>
      )}
      {ending && <EndSessionModal ending={ending} onUnanswered={refetch} onClose={close} />}
    </PageSection>
  );
}
