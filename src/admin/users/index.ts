import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ResourceProps } from 'ra-core';
import { lazy } from 'react';
import { fullName } from '../list/person';
import { UserList } from './UserList';

export default {
  name: 'users',
  list: UserList,
  show: lazy(() => import('../person/PersonPage')),
  icon: PeopleOutlined,
  recordRepresentation: fullName,
} satisfies ResourceProps;
