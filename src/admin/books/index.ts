import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../console-resource';

/** The books, and whether they balance. */
export default {
  name: 'books',
  list: lazy(() => import('./BooksPage')),
  icon: MenuBookOutlined,
  options: { label: 'Books' },
} satisfies ConsoleResource;
