import Box from '@mui/material/Box';
import Chip, { type ChipProps } from '@mui/material/Chip';
import type { Identifier } from 'ra-core';
import { mailStateNames } from '../../../contract/console-names';
import { enumValues } from '../../../contract/enum-values';
import type { MailState } from '../../../contract/enums';
import { mailList } from '../../../contract/list-query';
import type { OutboxMail } from '../../../contract/mail';
import { formatMoment } from '../../shared/format';
import type { Column } from '../list/columns';
import { Email } from '../list/Email';
import type { Filter } from '../list/filters';
import { Moment } from '../list/Moment';
import { ResourceList } from '../list/ResourceList';
import { personPath } from '../record-paths';

type MailRecord = OutboxMail & { id: Identifier };

const tones: Readonly<Record<MailState, ChipProps['color']>> = {
  waiting: 'warning',
  sent: 'success',
  expired: 'default',
  failed: 'error',
};

function State({ mail: { state, endedAt, nextAttemptAt } }: { mail: OutboxMail }) {
  const at = endedAt ?? nextAttemptAt;
  return (
    <Box sx={{ whiteSpace: 'normal', minWidth: { sm: 128 }, py: 0.5 }}>
      <Chip size="small" color={tones[state]} label={mailStateNames[state]} />
      {at && (
        <Box sx={{ mt: 0.5, fontSize: '0.8125rem', color: 'text.secondary' }}>
          {state === 'waiting' && 'next try '}
          {formatMoment(at)}
        </Box>
      )}
    </Box>
  );
}

const text = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const columns: Column<MailRecord>[] = [
  {
    label: 'When',
    sortBy: 'createdAt',
    render: ({ createdAt }) => <Moment at={createdAt} />,
    exported: ({ createdAt }) => createdAt,
  },
  {
    label: 'To',
    inHeading: true,
    linkTo: ({ userId }) => (userId ? personPath(userId) : undefined),
    render: ({ recipient }) => (
      // On phones it follows the number of its card.
      <Box sx={{ display: { xs: 'contents', sm: 'block' }, minWidth: { sm: 176 } }}>
        <Email text={recipient} />
      </Box>
    ),
    exported: ({ recipient }) => recipient,
  },
  {
    label: 'Subject',
    render: ({ subject }) => <Box sx={{ ...text, minWidth: { sm: 140 } }}>{subject}</Box>,
    exported: ({ subject }) => subject,
  },
  { label: 'State', render: (mail) => <State mail={mail} />, exported: ({ state }) => mailStateNames[state] },
  {
    label: 'Tries',
    align: 'right',
    render: ({ attempts }) => attempts,
    exported: ({ attempts }) => attempts,
  },
  {
    label: 'Last error',
    render: ({ lastError }) => (
      <Box sx={{ ...text, minWidth: { sm: 160 }, py: { sm: 0.5 } }}>{lastError ?? '-'}</Box>
    ),
    exported: ({ lastError }) => lastError ?? '',
  },
];

const filters: Filter[] = [
  {
    kind: 'choice',
    field: 'state',
    label: 'State',
    choices: enumValues.mailStates.map((id) => ({ id, name: mailStateNames[id] })),
  },
];

const moreFilters: Filter[] = [
  { kind: 'reference', field: 'userId', label: 'Person', reference: 'users' },
  { kind: 'days', field: 'createdAt', label: 'Day' },
];

/** The product's mails, the newest first: whether each has left, and why not. */
export default function MailList() {
  return (
    <ResourceList
      title="Mail"
      what="mails"
      note="A mail that cannot be sent is tried again for two days; one that is refused or may have arrived, three times. Its text is removed once it has left or failed, and its row some time later."
      columns={columns}
      spec={mailList}
      search="Search recipient or subject"
      filters={filters}
      moreFilters={moreFilters}
    />
  );
}
