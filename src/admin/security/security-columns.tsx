import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Identifier } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import type { SecurityEventView } from '../../../contract/security';
import { securityEventNames } from '../../../contract/security-event-names';
import type { Column } from '../list/columns';
import { brokenAbove } from '../list/FoldedText';
import { Moment } from '../list/Moment';
import { nameOrEmail } from '../list/person';
import { RequestId } from '../list/RequestId';
import { personPath } from '../record-paths';
import { detailText } from './detail-text';

type SecurityRecord = SecurityEventView & { id: Identifier };

const small = {
  fontSize: '0.8125rem',
  fontWeight: 400,
  color: 'text.secondary',
  overflowWrap: 'anywhere',
} as const;

function What({ event: { kind, detail, times } }: { event: SecurityEventView }) {
  return (
    // On phones it follows the number of its card.
    <Box
      sx={{ display: { xs: 'contents', sm: 'block' }, whiteSpace: 'normal', minWidth: { sm: 128 }, py: 0.5 }}
    >
      {securityEventNames[kind]}
      {times > 1 && <Box sx={small}>and {times - 1} or more like it from this network</Box>}
      {detail && <Box sx={small}>{detailText(detail)}</Box>}
    </Box>
  );
}

/** The person, with the way to their page; or the address that was tried, which is a stranger's text. */
function Who({ event: { user, email } }: { event: SecurityEventView }) {
  if (!user && !email) return '-';
  return (
    <Box sx={{ ...brokenAbove(160), py: { sm: 0.5 } }}>
      {user && (
        <Link component={RouterLink} to={personPath(user._id)}>
          {nameOrEmail(user)}
        </Link>
      )}
      {user && <Box sx={small}>{user.email}</Box>}
      {!user && email}
      {!user && <Box sx={small}>no account</Box>}
    </Box>
  );
}

/** The address; with what counts as one visitor, where that is more than the address. */
function From({ event: { ip, network } }: { event: SecurityEventView }) {
  if (!ip) return network ?? '-';
  return (
    <Box
      sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: { sm: 112, lg: 168 }, py: { sm: 0.5 } }}
    >
      {ip}
      {network && network !== ip && <Box sx={small}>{network}</Box>}
    </Box>
  );
}

/** The columns of the security events: when, what, who, from where, with what, and in which request. */
export const securityColumns: Column<SecurityRecord>[] = [
  { label: 'When', sortBy: 'at', render: ({ at }) => <Moment at={at} />, exported: ({ at }) => at },
  {
    label: 'What',
    inHeading: true,
    render: (event) => <What event={event} />,
    exported: ({ kind, detail, times }) =>
      `${securityEventNames[kind]}${detail ? ` (${detailText(detail)})` : ''}${times > 1 ? `, ${times} times` : ''}`,
  },
  {
    label: 'Who',
    render: (event) => <Who event={event} />,
    exported: ({ user, email }) => user?.email ?? email ?? '',
  },
  {
    label: 'Network',
    render: (event) => <From event={event} />,
    exported: ({ ip, network }) => ip ?? network ?? '',
  },
  { label: 'Device', render: ({ device }) => device ?? '-', exported: ({ device }) => device ?? '' },
  {
    label: 'Request',
    render: ({ requestId }) => <RequestId requestId={requestId} />,
    exported: ({ requestId }) => requestId ?? '',
  },
];
