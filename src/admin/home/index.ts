import { screens } from '../../../contract/paths';
import { lazyPage } from '../../shared/loading/lazy-part';

/** Where the home is in the console. */
export const homeRoute = screens.adminHome.slice(screens.admin.length);

/** What operators look at first. */
export const HomePage = lazyPage(() => import('./HomePage'));
