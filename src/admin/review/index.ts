import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';

/** What waits for a decision. */
export default {
  name: 'review',
  list: lazyPage(() => import('./ReviewPage')),
  icon: RateReviewOutlined,
  options: { label: 'Review' },
} satisfies ConsoleResource;
