import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';

/** The books, and whether they balance. */
export default {
  name: 'books',
  list: lazyPage(() => import('./BooksPage')),
  icon: MenuBookOutlined,
  options: { label: 'Books', needs: 'readBooks' },
} satisfies ConsoleResource;
