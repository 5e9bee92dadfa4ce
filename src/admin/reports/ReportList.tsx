import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import type { RaRecord } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { enumValues } from '../../../contract/enum-values';
import { reportList } from '../../../contract/list-query';
import { reportedMailNames, reportStateNames, takeoverFindingNames } from '../../../contract/report-names';
import type { Report } from '../../../contract/takeover';
import type { Column } from '../list/columns';
import { brokenAbove } from '../list/FoldedText';
import type { Filter } from '../list/filters';
import { Moment } from '../list/Moment';
import { nameOrEmail } from '../list/person';
import { ResourceList } from '../list/ResourceList';
import { personPath, reportPath } from '../record-paths';

type ReportRecord = Report & RaRecord<string>;

const small = { fontSize: '0.8125rem', fontWeight: 400, color: 'text.secondary', overflowWrap: 'anywhere' };
const linesAbove = (least: number) => ({ ...brokenAbove(least), py: { sm: 0.5 } });

const stateOf = ({ closedAt }: Report) => (closedAt === null ? 'open' : 'closed');

const columns: Column<ReportRecord>[] = [
  {
    label: 'When',
    sortBy: 'reportedAt',
    render: ({ reportedAt }) => <Moment at={reportedAt} />,
    exported: ({ reportedAt }) => reportedAt,
  },
  {
    label: 'Who',
    inHeading: true,
    render: ({ id, user }) => (
      <Box
        component="span"
        sx={{ ...brokenAbove(160), display: 'inline-flex', alignItems: 'center', gap: 0.5, my: -0.5 }}
      >
        <Link component={RouterLink} to={reportPath(id)}>
          {nameOrEmail(user)}
        </Link>
        <IconButton
          size="small"
          component={RouterLink}
          to={personPath(user._id)}
          aria-label={`Page of ${nameOrEmail(user)}`}
          title={user.email}
        >
          <PersonOutlined fontSize="small" />
        </IconButton>
      </Box>
    ),
    exported: ({ user }) => user.email,
  },
  {
    label: 'About',
    render: ({ about }) => <Box sx={linesAbove(150)}>{reportedMailNames[about]}</Box>,
    exported: ({ about }) => reportedMailNames[about],
  },
  {
    label: 'From',
    render: ({ network, device }) => (
      <Box sx={linesAbove(130)}>
        {device}
        <Box sx={small}>{network}</Box>
      </Box>
    ),
    exported: ({ network, device }) => `${device}, ${network}`,
  },
  {
    label: 'State',
    render: (report) => (
      <Box sx={linesAbove(128)}>
        <Chip
          size="small"
          color={report.closedAt === null ? 'error' : 'default'}
          label={reportStateNames[stateOf(report)]}
        />
        {report.finding && <Box sx={{ ...small, mt: 0.5 }}>{takeoverFindingNames[report.finding]}</Box>}
      </Box>
    ),
    exported: (report) => reportStateNames[stateOf(report)],
  },
];

const filters: Filter[] = [
  {
    kind: 'choice',
    field: 'state',
    label: 'State',
    choices: enumValues.reportStates.map((id) => ({ id, name: reportStateNames[id] })),
  },
  {
    kind: 'choice',
    field: 'about',
    label: 'About',
    choices: enumValues.reportedMails.map((id) => ({ id, name: reportedMailNames[id] })),
  },
];

const moreFilters: Filter[] = [
  { kind: 'reference', field: 'userId', label: 'Person', reference: 'users' },
  { kind: 'days', field: 'reportedAt', label: 'Day' },
];

/** What owners have reported, the newest first. */
export default function ReportList() {
  return (
    <ResourceList
      title="Reports"
      what="reports"
      note='Owners who pressed "This was not me" in one of our mails. Their password was void and all sessions ended at that moment; a new password may have been set by a code since. Withdrawals of an investor stay frozen at least until the report is closed.'
      columns={columns}
      spec={reportList}
      search="Search by name or email"
      filters={filters}
      moreFilters={moreFilters}
    />
  );
}
