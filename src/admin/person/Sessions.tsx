import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../../contract/auth';
import { formatMoment } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { takeFocus } from '../../shared/take-focus';
import { toast } from '../../shared/toasts';
import { conflictText, isMissing } from '../failure';
import { PageFailure } from '../layout/PageFailure';
import { Section } from '../layout/Section';
import { useMay } from '../may';
import { useConsoleProvider } from '../provider/console-calls';

const ReasonDialog = lazyPart(() => import('../ReasonDialog'));

/** Where a person is signed in, and the way to end that: one sign-in, or all of them. */
export function Sessions({ userId }: { userId: string }) {
  const provider = useConsoleProvider();
  const query = useQuery({
    queryKey: ['users', 'sessions', userId],
    queryFn: ({ signal }) => provider.listSessions({ userId, signal }),
  });
  const mayEdit = useMay('edit', 'users') === true;
  const [ending, setEnding] = useState<Session | 'all' | null>(null);
  const { data: sessions } = query;
  const list = useRef<HTMLUListElement>(null);
  const hasEnded = useRef(false);
  // The button that was pressed goes with its session.
  useEffect(() => {
    if (!sessions || !hasEnded.current) return;
    hasEnded.current = false;
    takeFocus(list.current?.querySelector('button') ?? document.querySelector('main'));
  }, [sessions]);

  async function end(reason: string): Promise<void> {
    if (!ending) return;
    try {
      await provider.endSessions({ userId, sessionId: ending === 'all' ? undefined : ending._id, reason });
      toast({ title: 'Sessions', description: 'Signed out', variant: 'success' });
    } catch (error) {
      // Another administrator was faster, its owner, or what was sent before.
      if (ending === 'all' || !isMissing(error)) throw error;
      toast({
        title: 'Sessions',
        description: conflictText(error, `${ending.device} is signed out already. Nothing was sent.`),
        variant: 'warning',
      });
    }
    hasEnded.current = true;
    setEnding(null);
    query.refetch();
  }

  return (
    <Section
      title="Sessions"
      wide
      action={
        mayEdit &&
        sessions &&
        sessions.length > 1 && (
          <Button size="small" color="error" onClick={() => setEnding('all')}>
            Sign out everywhere
          </Button>
        )
      }
    >
      <PageFailure what="sessions" query={query} />
      {query.isPending && <LoadingScreen />}
      {sessions?.length === 0 && <Typography color="textSecondary">Not signed in anywhere.</Typography>}
      <Box ref={list} component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sessions?.map((session) => (
          <Box
            component="li"
            key={session._id}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, py: 0.5 }}
          >
            <Box sx={{ flex: 1, minWidth: 200 }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {session.device}
                {session.current && ' (you, here)'}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {session.network ?? 'unknown network'}, since {formatMoment(session.createdAt)}, last used{' '}
                {formatMoment(session.lastSeenAt)}
              </Typography>
            </Box>
            {mayEdit && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                aria-label={`Sign out ${session.device}, since ${formatMoment(session.createdAt)}`}
                onClick={() => setEnding(session)}
              >
                Sign out
              </Button>
            )}
          </Box>
        ))}
      </Box>
      <DialogPart code={ReasonDialog} onGiveUp={() => setEnding(null)}>
        {ending && (
          <ReasonDialog
            name={`end sessions:${userId}:${ending === 'all' ? ending : ending._id}`}
            title={ending === 'all' ? 'Sign out everywhere?' : `Sign out ${ending.device}?`}
            confirm="Sign out"
            onConfirm={end}
            onCancel={() => setEnding(null)}
          >
            It ends at once, and whoever it is has to sign in again.
          </ReasonDialog>
        )}
      </DialogPart>
    </Section>
  );
}
