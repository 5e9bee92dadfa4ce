import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { TrxStatus } from '../../../contract/enums';
import type { Decision } from '../../../contract/home';
import { screens } from '../../../contract/paths';
import { formatDollars } from '../../shared/format';
import { actionText } from '../audit/difference';
import { Section } from '../layout/Section';
import { Moment } from '../list/Moment';
import { nameOrEmail, type Person } from '../list/person';
import { personPath, transactionPath } from '../record-paths';
import type { HomeCardProps } from './home-card';

const verbs: Readonly<Record<TrxStatus, string>> = {
  PENDING: 'Set back',
  CONFIRMED: 'Confirmed',
  DECLINED: 'Declined',
};
const kinds = { DEPOSIT: 'deposit', WITHDRAWAL: 'withdrawal' } as const;

/** What was decided, with the way to the transaction it was about. */
function What({ action, transaction }: Decision) {
  if (!transaction?.status) return actionText(action);
  const { _id, trxType, amount, status } = transaction;
  return (
    <>
      {`${verbs[status]} `}
      <Link component={RouterLink} to={transactionPath(_id)}>
        {`${kinds[trxType]} of ${formatDollars(amount)}`}
      </Link>
    </>
  );
}

function PersonLink({ person }: { person: Person & { _id: string } }) {
  return (
    <Link component={RouterLink} to={personPath(person._id)}>
      {nameOrEmail(person)}
    </Link>
  );
}

/** The newest decisions: what, about whom, by whom and when. */
export function DecisionsCard({ home: { decisions } }: HomeCardProps) {
  return (
    <Section
      title="Newest decisions"
      action={
        <Link component={RouterLink} to={`${screens.admin}/audit`} variant="body2">
          Audit log
        </Link>
      }
    >
      {decisions.length === 0 && (
        <Typography color="textSecondary">Nobody has decided anything yet.</Typography>
      )}
      <Box component="ul" aria-label="Newest decisions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {decisions.map((decision) => (
          <Box
            component="li"
            key={decision._id}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
              columnGap: 2,
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
              overflowWrap: 'anywhere',
              '&:first-of-type': { borderTop: 0, pt: 0 },
            }}
          >
            <Box>
              <Typography variant="body2">
                <What {...decision} />
                {decision.person && (
                  <>
                    {', '}
                    <PersonLink person={decision.person} />
                  </>
                )}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {'by '}
                {decision.actor ? <PersonLink person={decision.actor} /> : 'the server'}
              </Typography>
            </Box>
            <Typography
              variant="body2"
              component="div"
              color="textSecondary"
              sx={{ textAlign: { sm: 'right' } }}
            >
              <Moment at={decision.at} />
            </Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
