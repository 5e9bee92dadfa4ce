import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ResourceProps } from 'ra-core';
import { lazyPage } from '../../shared/loading/lazy-part';
import { nameOrEmail } from '../list/person';
import { UserList } from './UserList';

export default {
  name: 'users',
  list: UserList,
  show: lazyPage(() => import('../person/PersonPage')),
  icon: PeopleOutlined,
  recordRepresentation: nameOrEmail,
} satisfies ResourceProps;
