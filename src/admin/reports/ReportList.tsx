import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { RaRecord } from 'ra-core';
import { reportedMailNames, reportStateNames, takeoverFindingNames } from '../../../contract/console-names';
import { enumValues } from '../../../contract/enum-values';
import { reportList } from '../../../contract/list-query';
import type { Report } from '../../../contract/takeover';
import type { Column } from '../list/columns';
import type { Filter } from '../list/filters';
import { Moment } from '../list/Moment';
import { fullName } from '../list/person';
import { ResourceList } from '../list/ResourceList';
import { reportPath } from '../record-paths';

type ReportRecord = Report & RaRecord<string>;

const small = { fontSize: '0.8125rem', fontWeight: 400, color: 'text.secondary', overflowWrap: 'anywhere' };
const lines = { whiteSpace: 'normal', overflowWrap: 'anywhere', py: { sm: 0.5 } } as const;

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
    linkTo: ({ id }) => reportPath(id),
    render: ({ user }) => fullName(user) || user.email,
    exported: ({ user }) => user.email,
  },
  {
    label: 'About',
    render: ({ about }) => <Box sx={{ ...lines, minWidth: { sm: 150 } }}>{reportedMailNames[about]}</Box>,
    exported: ({ about }) => reportedMailNames[about],
  },
  {
    label: 'From',
    render: ({ network, device }) => (
      <Box sx={{ ...lines, minWidth: { sm: 130 } }}>
        {device}
        <Box sx={small}>{network}</Box>
      </Box>
    ),
    exported: ({ network, device }) => `${device}, ${network}`,
  },
  {
    label: 'State',
    render: (report) => (
      <Box sx={{ ...lines, minWidth: { sm: 128 } }}>
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
  { kind: 'text', field: 'userId', label: 'Id of a person' },
  { kind: 'days', field: 'reportedAt', label: 'Day' },
];

/** What owners have reported, the newest first. */
export default function ReportList() {
  return (
    <ResourceList
      title="Reports"
      what="reports"
      note='Owners who pressed "This was not me" in one of our mails. Their accounts are frozen, their passwords void and their sessions ended until somebody has looked at it.'
      columns={columns}
      spec={reportList}
      search="Search by name or email"
      filters={filters}
      moreFilters={moreFilters}
    />
  );
}
