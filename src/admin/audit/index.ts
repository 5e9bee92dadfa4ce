import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../console-resource';

/** The audit log; nobody writes it. */
export default {
  name: 'audit',
  list: lazy(() => import('./AuditList')),
  icon: HistoryOutlined,
  options: { label: 'Audit' },
} satisfies ConsoleResource;
