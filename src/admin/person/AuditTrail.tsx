import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useGetList } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { formatMoment } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { printing } from '../../shared/print-styles';
import type { AuditRecord } from '../audit/audit-columns';
import { Differences } from '../audit/Differences';
import { actionText } from '../audit/difference';
import { PageFailure } from '../layout/PageFailure';
import { Section } from '../layout/Section';
import { nameOrEmail } from '../list/person';
import { auditPath } from '../record-paths';

const shown = 10;

/** Ways into the whole log. */
const ways: readonly (readonly [name: string, filterOf: (userId: string) => Record<string, string>])[] = [
  ['All of the person', (userId) => ({ subjectType: 'user', subjectId: userId })],
  ['All of the account', (userId) => ({ subjectType: 'account', subjectId: userId })],
  ['All they did', (userId) => ({ actorId: userId })],
];

/** What was changed of a person and of their account, the newest first, and the way to the whole log of it. */
export function AuditTrail({ userId }: { userId: string }) {
  const filter = { subjectType: ['user', 'account', 'erasure'], subjectId: userId };
  const query = useGetList<AuditRecord>('audit', {
    filter,
    sort: { field: 'at', order: 'DESC' },
    pagination: { page: 1, perPage: shown },
  });
  const { data = [] } = query;
  return (
    <Section
      title="Audit trail"
      wide
      action={
        <Box data-print={printing.off} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {ways.map(([name, filterOf]) => (
            <Link
              key={name}
              component={RouterLink}
              to={auditPath(filterOf(userId))}
              variant="body2"
              sx={{ py: 0.5 }}
            >
              {name}
            </Link>
          ))}
        </Box>
      }
    >
      <PageFailure what="audit trail" query={query} />
      {query.isPending && <LoadingScreen />}
      {query.data && data.length === 0 && <Typography color="textSecondary">Nothing yet.</Typography>}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((event) => (
          <Box
            component="li"
            key={event.id}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
              columnGap: 2,
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
              fontSize: '0.875rem',
            }}
          >
            <div>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {actionText(event.action)}
              </Typography>
              <Typography
                variant="caption"
                component="p"
                color="textSecondary"
                sx={{ overflowWrap: 'anywhere' }}
              >
                {formatMoment(event.at)}, by {event.actor ? nameOrEmail(event.actor) : 'the server'}
                {event.reason && `: ${event.reason}`}
              </Typography>
            </div>
            <Differences event={event} />
          </Box>
        ))}
      </Box>
    </Section>
  );
}
