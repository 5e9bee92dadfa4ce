import Box from '@mui/material/Box';
import { Fragment } from 'react';
import type { User } from '../../../contract/user';
import { formatDate, formatMoment } from '../../shared/format';
import { Section } from '../layout/Section';
import { textOrMissing } from '../list/columns';
import { useOffers } from '../offered';
import { ResetFactorsButton } from './ResetFactorsButton';

/** Who a person is. */
export function Profile({ person }: { person: Partial<User> }) {
  const offers = useOffers();
  const { email, phoneNumber, country, dob, createdAt, erasedAt, _id } = person;
  const facts = [
    ['Email', email],
    ['Phone Number', phoneNumber],
    ['Country', country],
    ['Date of birth', dob && formatDate(dob)],
    ['Registered', createdAt && formatMoment(createdAt)],
    ['Id', _id],
  ] as const;
  return (
    <Section
      title="Profile"
      action={_id && !erasedAt && offers('resetUserFactors') && <ResetFactorsButton userId={_id} />}
    >
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
