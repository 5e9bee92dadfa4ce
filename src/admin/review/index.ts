import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../console-resource';

/** What waits for a decision. */
export default {
  name: 'review',
  list: lazy(() => import('./ReviewPage')),
  icon: RateReviewOutlined,
  options: { label: 'Review' },
} satisfies ConsoleResource;
