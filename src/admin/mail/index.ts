import MailOutlined from '@mui/icons-material/MailOutlined';
import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';

/** What became of the product's mails; nobody writes it. */
export default {
  name: 'mail',
  list: lazyPage(() => import('./MailList')),
  icon: MailOutlined,
  options: { label: 'Mail', needs: 'listMail' },
} satisfies ConsoleResource;
