import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';

/** Security events; nobody writes them. */
export default {
  name: 'security',
  list: lazyPage(() => import('./SecurityList')),
  icon: ShieldOutlined,
  options: { label: 'Security', needs: 'listSecurityEvents' },
} satisfies ConsoleResource;
