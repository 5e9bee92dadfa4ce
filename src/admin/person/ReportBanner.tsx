import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router-dom';
import { formatMoment } from '../../shared/format';
import { reportPath } from '../record-paths';
import { useOpenReport } from '../reports/use-open-report';

/** Says that the owner has reported the account, with the way to the report, as long as it is open. */
export function ReportBanner({ userId }: { userId: string }) {
  const report = useOpenReport(userId);
  if (!report) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <Button component={RouterLink} to={reportPath(report.id)} color="inherit" size="small">
          See the report
        </Button>
      }
    >
      <strong>This was not me:</strong> locked by its owner on {formatMoment(report.reportedAt)}. Withdrawals
      are allowed again when the report is closed.
    </Alert>
  );
}
