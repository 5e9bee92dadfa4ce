import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import { SectionHeading } from './SectionHeading';
import type { ShownAccount } from './shown-account';

const ActivityCards = lazyPart(() => import('./activity/ActivityCards'));

/** Id of its heading. */
export const activityId = 'activity';

/** Pending items, recent activity and the composition of the account (docs/rules.md, "Dashboard"). */
export function Activity(shown: ShownAccount) {
  return (
    <Box component="section" aria-labelledby={activityId}>
      <SectionHeading id={activityId}>ACTIVITY</SectionHeading>
      <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
        <ActivityCards {...shown} />
      </Suspense>
    </Box>
  );
}
