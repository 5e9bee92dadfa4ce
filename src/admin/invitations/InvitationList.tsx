import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { invitedTypes } from '../../../contract/enums';
import { invitationList } from '../../../contract/list-query';
import { formatMoment } from '../../shared/format';
import { hostNow } from '../../shared/host-clock';
import type { Column } from '../list/columns';
import type { Filter } from '../list/filters';
import { Moment } from '../list/Moment';
import { nameOrEmail, typeName } from '../list/person';
import { ResourceList } from '../list/ResourceList';
import { personPath } from '../record-paths';
import { InvitationActions } from './InvitationActions';
import { InviteButton } from './InviteButton';
import type { InvitationRecord } from './invitation-record';

const hasExpired = ({ expiresAt }: InvitationRecord) => Date.parse(expiresAt) < hostNow();

const inviterText = ({ inviter }: InvitationRecord) => (inviter ? nameOrEmail(inviter) : 'The server');

const columns: Column<InvitationRecord>[] = [
  {
    label: 'Email',
    sortBy: 'email',
    inHeading: true,
    render: ({ email }) => (
      <Box
        sx={{
          display: { xs: 'contents', sm: 'block' },
          minWidth: { sm: 160 },
          whiteSpace: 'normal',
          overflowWrap: 'anywhere',
        }}
      >
        {email}
      </Box>
    ),
    exported: ({ email }) => email,
  },
  { label: 'Role', render: ({ type }) => typeName(type), exported: ({ type }) => typeName(type) },
  {
    label: 'Invited by',
    cut: 112,
    render: inviterText,
    linkTo: ({ inviter }) => (inviter ? personPath(inviter._id) : undefined),
    exported: ({ inviter }) => inviter?.email ?? 'The server',
  },
  {
    label: 'Invited',
    sortBy: 'createdAt',
    render: ({ createdAt }) => <Moment at={createdAt} />,
    exported: ({ createdAt }) => createdAt,
  },
  {
    label: 'Valid until',
    sortBy: 'expiresAt',
    render: (invitation) =>
      hasExpired(invitation) ? (
        <Chip size="small" color="warning" label="Expired" title={formatMoment(invitation.expiresAt)} />
      ) : (
        <Moment at={invitation.expiresAt} />
      ),
    exported: ({ expiresAt }) => expiresAt,
  },
  { label: 'Options', pinned: true, render: () => <InvitationActions /> },
];

const filters: Filter[] = [
  {
    kind: 'choice',
    field: 'type',
    label: 'Role',
    choices: invitedTypes.options.map((type) => ({ id: type, name: typeName(type) })),
  },
];

const moreFilters: Filter[] = [{ kind: 'days', field: 'createdAt', label: 'Invited' }];

/** The invitations that nobody has accepted yet, the newest first, and the way to send or revoke one. */
export default function InvitationList() {
  return (
    <ResourceList
      title="Invitations"
      note="Administrators and auditors who were invited and have not accepted yet. A link works once, for 72 hours."
      columns={columns}
      spec={invitationList}
      search="Search email"
      filters={filters}
      moreFilters={moreFilters}
      actions={<InviteButton />}
    />
  );
}
