import MarkEmailUnreadOutlined from '@mui/icons-material/MarkEmailUnreadOutlined';
import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';

/** Who was invited and has not come yet. */
export default {
  name: 'invitations',
  list: lazyPage(() => import('./InvitationList')),
  icon: MarkEmailUnreadOutlined,
  options: { label: 'Invitations', needs: 'listInvitations' },
} satisfies ConsoleResource;
