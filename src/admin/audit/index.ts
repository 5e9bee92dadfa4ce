import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';

/** The audit log; nobody writes it. */
export default {
  name: 'audit',
  list: lazyPage(() => import('./AuditList')),
  icon: HistoryOutlined,
  options: { label: 'Audit', needs: 'listAudit' },
} satisfies ConsoleResource;
