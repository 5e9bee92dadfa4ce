import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import type { ResourceProps } from 'ra-core';
import { fullName } from '../list/person';
import { UserList } from './UserList';

export default {
  name: 'users',
  list: UserList,
  icon: PeopleOutlined,
  recordRepresentation: fullName,
} satisfies ResourceProps;
