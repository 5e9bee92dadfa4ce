import Box from '@mui/material/Box';
import { Fragment } from 'react';
import type { PersonRecord } from '../../../contract/people';
import { formatDate, formatMoment } from '../../shared/format';
import { Section } from '../layout/Section';
import { textOrMissing } from '../list/columns';
import { useOffers } from '../offered';
import { ResetFactorsButton } from './ResetFactorsButton';

/** Who a person is. */
export function Profile({ person }: { person: Partial<PersonRecord> }) {
  const offers = useOffers();
  const { email, phoneNumber, country, dob, createdAt, erasedAt, secondFactor, _id } = person;
  // A host that does not say so may have some.
  const resets = !erasedAt && secondFactor !== false && offers('resetUserFactors');
  const facts = [
    ['Email', email],
    ['Phone Number', phoneNumber],
    ['Country', country],
    ['Date of birth', dob && formatDate(dob)],
    ['Registered', createdAt && formatMoment(createdAt)],
    ...(secondFactor === undefined ? [] : [['Second factor', secondFactor ? 'Set up' : 'None'] as const]),
    ['Id', _id],
  ] as const;
  return (
    <Section title="Profile" action={_id && resets && <ResetFactorsButton userId={_id} />}>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, auto) minmax(50%, 1fr)',
          columnGap: 2,
          rowGap: 0.75,
          m: 0,
          fontSize: '0.875rem',
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, overflowWrap: 'anywhere' },
        }}
      >
        {facts.map(([name, fact]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{textOrMissing(fact)}</dd>
          </Fragment>
        ))}
      </Box>
    </Section>
  );
}
