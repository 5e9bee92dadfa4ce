import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../console-resource';

/** What happened at the doors of the product; nobody writes it. */
export default {
  name: 'security',
  list: lazy(() => import('./SecurityList')),
  icon: ShieldOutlined,
  options: { label: 'Security' },
} satisfies ConsoleResource;
