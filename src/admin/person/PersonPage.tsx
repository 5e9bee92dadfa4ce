import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useGetOne } from 'ra-core';
import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { enumValues } from '../../../contract/enum-values';
import { screens } from '../../../contract/paths';
import type { PersonRecord } from '../../../contract/people';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { lazyPart } from '../../shared/loading/lazy-part';
import { Panels } from '../extensions/Panels';
import { isMissing } from '../failure';
import { FailureAbove } from '../layout/FailureAbove';
import { WholePageFailure } from '../layout/PageFailure';
import { nameOrEmail, typeName } from '../list/person';
import { useOffers } from '../offered';
import { StandingButtons } from '../people/StandingButtons';
import { StandingChip } from '../people/StandingChip';
import { Account } from './Account';
import { AuditTrail } from './AuditTrail';
import { Documents } from './Documents';
import { Elsewhere } from './Elsewhere';
import { Erasure } from './Erasure';
import { Profile } from './Profile';
import { ReportBanner } from './ReportBanner';
import { Sessions } from './Sessions';
import { Transactions } from './Transactions';
import { WaitingProposals } from './WaitingProposals';

const OverTime = lazyPart(() => import('./OverTime'));

/** All there is of one person: who they are, their money and what it is made of, what they did, where they are signed in. */
export default function PersonPage() {
  const { id = '' } = useParams();
  const query = useGetOne<PersonRecord & { id: string }>('users', { id });
  const { data: person } = query;
  const offers = useOffers();
  const name = person ? nameOrEmail(person) : 'Person';
  useDocumentTitle(name);
  // One that is shown and cannot be read again stays: dialogs over it may be half filled in.
  if (query.error && (!person || isMissing(query.error))) {
    const list = { label: 'users', path: screens.adminUsers };
    return <WholePageFailure title={name} what="person" list={list} query={query} />;
  }
  if (!person) return <LoadingScreen />;
  // Whatever other hosts call them (docs/rules.md, "Guards").
  const isInvestor = !enumValues.invitedTypes.some((type) => type === person.type);

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1, mb: 2 }}>
        <Typography variant="h2" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        {typeName(person.type) && <Chip size="small" label={typeName(person.type)} />}
        <StandingChip standing={person.standing} />
        <StandingButtons person={person} name={name} />
        {person.erasedAt && <Chip size="small" color="warning" variant="outlined" label="Erased" />}
      </Box>
      <Elsewhere person={person} isInvestor={isInvestor} />
      <FailureAbove what="person" query={query} />
      {offers('listReports') && <ReportBanner userId={id} />}
      {offers('listProposals') && <WaitingProposals userId={id} />}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <Profile person={person} />
        {isInvestor && <Account userId={id} erased={Boolean(person.erasedAt)} />}
        {isInvestor && offers('readUserDocuments') && (
          <Documents userId={id} asked={person.standing !== 'offboarded'} />
        )}
        {isInvestor && <Transactions userId={id} />}
        {isInvestor && (
          <Suspense fallback={null}>
            <OverTime userId={id} />
          </Suspense>
        )}
        {offers('listUserSessions') && <Sessions userId={id} />}
        {offers('listAudit') && <AuditTrail userId={id} />}
        <Panels resource="users" record={person} />
        {offers('erasePerson') && <Erasure person={person} />}
      </Box>
    </>
  );
}
