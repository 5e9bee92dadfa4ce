import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useRequireAccess } from 'ra-core';
import { use } from 'react';
import { Navigate } from 'react-router-dom';
import { screens } from '../../../contract/paths';
import { useDocumentTitle } from '../../shared/document-title';
import { formatMoment } from '../../shared/format';
import { ConsoleContext } from '../console-context';
import { useConsoleText } from '../console-text';
import { useHasRole } from '../extensions/use-has-role';
import { PartBoundary } from '../layout/Boundaries';
import { PageFailure } from '../layout/PageFailure';
import { Section } from '../layout/Section';
import { DecisionsCard } from './DecisionsCard';
import { FlowsCard } from './FlowsCard';
import type { HomeCard } from './home-card';
import { MoneyCard } from './MoneyCard';
import { StandingCards } from './StandingCards';
import { homeAccess, useHome } from './use-home';
import { WaitingCards } from './WaitingCards';

/** The cards of the home, in their order. */
const homeCards: readonly HomeCard[] = [
  { name: 'waiting', Card: WaitingCards, columns: 12 },
  { name: 'flows', Card: FlowsCard, columns: 8 },
  { name: 'money', Card: MoneyCard, columns: 4 },
  { name: 'decisions', Card: DecisionsCard, columns: 8 },
  { name: 'standing', Card: StandingCards, columns: 4 },
];

/** The columns of a page of twelve, which are one below each other where there is little room. */
const gridSx = { display: 'grid', gap: 2, gridTemplateColumns: 'repeat(12, minmax(0, 1fr))' } as const;
const placeOf = (columns: number) => ({
  gridColumn: { xs: '1 / -1', lg: `span ${columns}` },
  display: 'grid',
  minWidth: 0,
});

/** Pixels of a card that is not here yet. */
const skeletonHeight = 180;

/** What waits, what came and went, and how the books stand: where operators begin. */
export default function HomePage({ cards = homeCards }: { cards?: readonly HomeCard[] }) {
  useRequireAccess(homeAccess);
  const query = useHome();
  const { data: home } = query;
  const { cards: added = [] } = use(ConsoleContext);
  const hasRole = useHasRole();
  const ownCards = added.filter(({ roles }) => hasRole(roles));
  const text = useConsoleText();
  useDocumentTitle(text('Home'));
  if (home === null) return <Navigate to={screens.adminUsers} replace />;

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 2 }}>
        <Typography variant="h2" component="h1">
          {text('Home')}
        </Typography>
        {home && (
          <Typography variant="body2" color="textSecondary">
            As of {formatMoment(home.at)}
          </Typography>
        )}
      </Box>
      {!home && <PageFailure what="home page" query={query} />}
      {!home && !query.error && (
        <Box role="status" aria-label="Loading the home page" sx={gridSx}>
          {homeCards.map(({ name, columns = 12 }) => (
            <Box key={name} sx={placeOf(columns)}>
              <Skeleton variant="rounded" height={skeletonHeight} />
            </Box>
          ))}
        </Box>
      )}
      {home && (
        <Box sx={gridSx}>
          {cards.map(({ name, Card, columns = 12 }) => (
            <Box key={name} sx={placeOf(columns)}>
              <Card home={home} />
            </Box>
          ))}
          {ownCards.map(({ title, content: Content, wide = false }) => (
            <Box key={title} sx={placeOf(wide ? 12 : 4)}>
              <Section title={text(title)}>
                <PartBoundary>
                  <Content />
                </PartBoundary>
              </Section>
            </Box>
          ))}
        </Box>
      )}
    </>
  );
}
