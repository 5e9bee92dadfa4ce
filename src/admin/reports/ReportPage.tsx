import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { screens } from '../../../contract/paths';
import { reportedMailNames, reportStateNames, takeoverFindingNames } from '../../../contract/report-names';
import type { ReportDetails } from '../../../contract/takeover';
import { useDocumentTitle } from '../../shared/document-title';
import { formatDate, formatMoment } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { Panels } from '../extensions/Panels';
import { Fact } from '../Fact';
import { isMissing } from '../failure';
import { FailureAbove } from '../layout/FailureAbove';
import { WholePageFailure } from '../layout/PageFailure';
import { Section } from '../layout/Section';
import { nameOrEmail, typeName } from '../list/person';
import { useMay } from '../may';
import { useConsoleProvider } from '../provider/console-calls';
import { personPath } from '../record-paths';
import { Around } from './Around';

const CloseDialog = lazyPart(() => import('./CloseDialog'));

/** Who reported what, when and from where, and what was found. */
function Reported({ report }: { report: ReportDetails }) {
  const { user, about, mailedAt, reportedAt, device, network, frozenAt } = report;
  const { closedAt, closedBy, finding, reason } = report;
  return (
    <Section title="Reported">
      <Box component="dl" sx={{ m: 0 }}>
        <Fact name="Who">
          <Link component={RouterLink} to={personPath(user._id)}>
            {nameOrEmail(user)}
          </Link>
          , {typeName(user.type)}, {user.email}
        </Fact>
        <Fact name="About">
          {reportedMailNames[about]}, by the mail of {formatMoment(mailedAt)}
        </Fact>
        <Fact name="Reported">
          {formatMoment(reportedAt)}, from {device} at {network}
        </Fact>
        <Fact name="Withdrawals">
          {frozenAt === null ? 'Not frozen' : `Frozen since ${formatMoment(frozenAt)}`}
        </Fact>
        {closedAt !== null && finding !== null && (
          <>
            <Fact name="Found">{takeoverFindingNames[finding]}</Fact>
            <Fact name="Closed">
              {formatMoment(closedAt)}
              {closedBy && ` by ${nameOrEmail(closedBy)}`}
            </Fact>
            <Fact name="Reason">{reason}</Fact>
          </>
        )}
      </Box>
    </Section>
  );
}

/** A report of an owner, with what the account did around it; administrators close it here. */
export default function ReportPage() {
  const { id: reportId = '' } = useParams();
  useDocumentTitle('Report');
  const provider = useConsoleProvider();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['reports', 'item', reportId],
    queryFn: ({ signal }) => provider.readReport({ reportId, signal }),
  });
  const mayEdit = useMay('edit', 'reports') === true;
  const [closing, setClosing] = useState(false);
  const { data: report } = query;
  // One that is shown and cannot be read again stays: the dialog over it may be half filled in.
  if (query.error && (!report || isMissing(query.error))) {
    const list = { label: 'reports', path: screens.adminReports };
    return <WholePageFailure title="Report" what="report" list={list} query={query} />;
  }
  if (!report) return <LoadingScreen />;
  const open = report.closedAt === null;

  /** The list, the count in the menu and the banner are about the same reports, and a page of accounts about the freeze. */
  function readAnew(): void {
    for (const name of ['reports', 'accounts']) queryClient.invalidateQueries({ queryKey: [name] });
  }

  return (
    <>
      <Typography variant="body2" sx={{ mb: 0.5 }}>
        <Link component={RouterLink} to={screens.adminReports}>
          Reports
        </Link>
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1, mb: 2 }}>
        <Typography variant="h2" component="h1">
          Report
        </Typography>
        <Chip
          size="small"
          color={open ? 'error' : 'default'}
          label={reportStateNames[open ? 'open' : 'closed']}
        />
        {open && mayEdit && (
          <Button variant="contained" onClick={() => setClosing(true)} sx={{ ml: { sm: 'auto' } }}>
            Close…
          </Button>
        )}
      </Box>
      <FailureAbove what="report" query={query} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <Reported report={report} />
        <Around report={report} />
        <Panels resource="reports" record={{ ...report, id: report._id }} />
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        What the account did since {formatDate(report.since)}, and withdrawals that are pending. Addresses
        that were removed since are in the audit log.
      </Typography>
      <DialogPart code={CloseDialog} onGiveUp={() => setClosing(false)}>
        {closing && (
          <CloseDialog
            report={report}
            onDone={() => {
              setClosing(false);
              readAnew();
            }}
            onRefused={readAnew}
            onCancel={() => setClosing(false)}
          />
        )}
      </DialogPart>
    </>
  );
}
