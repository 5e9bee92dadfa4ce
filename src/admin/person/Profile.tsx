import Box from '@mui/material/Box';
import { Fragment } from 'react';
import type { PersonRecord } from '../../../contract/people';
import { formatMoment } from '../../shared/format';
import { Section } from '../layout/Section';
import { textOrMissing } from '../list/columns';
import { useOffers } from '../offered';
import { ResetFactorsButton } from './ResetFactorsButton';

function factorText(secondFactor: boolean | undefined): string {
  if (secondFactor === undefined) return '\u00a0';
  return secondFactor ? 'Set up' : 'None';
}

/** Who a person is. */
export function Profile({ person }: { person: Partial<PersonRecord> }) {
  const offers = useOffers();
  const { email, phoneNumber, country, dob, createdAt, erasedAt, secondFactor, _id } = person;
  const resets = offers('resetUserFactors');
  const facts = [
    ['Email', email],
    ['Phone Number', phoneNumber],
    ['Country', country],
    // A day, and no moment: the same wherever the reader is, written as the profile has it.
    ['Date of birth', dob?.slice(0, 10)],
    ['Registered', createdAt && formatMoment(createdAt)],
    // Known a moment later than the rest, which a list has said already: its line is there meanwhile.
    ...(resets ? [['Second factor', factorText(secondFactor)] as const] : []),
    ['Id', _id],
  ] as const;
  return (
    <Section
      title="Profile"
      action={_id && resets && secondFactor && !erasedAt && <ResetFactorsButton userId={_id} />}
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
