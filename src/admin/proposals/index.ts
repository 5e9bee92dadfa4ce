import HowToRegOutlined from '@mui/icons-material/HowToRegOutlined';
import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';
import { PendingBadge } from './PendingBadge';

/** What waits for a second administrator. */
export default {
  name: 'proposals',
  list: lazyPage(() => import('./ProposalList')),
  show: lazyPage(() => import('./ProposalPage')),
  icon: HowToRegOutlined,
  options: { label: 'Approvals', Count: PendingBadge, needs: 'listProposals' },
} satisfies ConsoleResource;
