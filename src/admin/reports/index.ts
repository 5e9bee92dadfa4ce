import ReportOutlined from '@mui/icons-material/ReportOutlined';
import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';
import { OpenReports } from './OpenReports';

/** What owners have reported by the link "This was not me" of a mail. */
export default {
  name: 'reports',
  list: lazyPage(() => import('./ReportList')),
  show: lazyPage(() => import('./ReportPage')),
  icon: ReportOutlined,
  options: { label: 'Reports', Count: OpenReports, needs: 'listReports' },
} satisfies ConsoleResource;
