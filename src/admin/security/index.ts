import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../console-resource';

/** Security events; nobody writes them. */
export default {
  name: 'security',
  list: lazy(() => import('./SecurityList')),
  icon: ShieldOutlined,
  options: { label: 'Security', needs: 'listSecurityEvents' },
} satisfies ConsoleResource;
