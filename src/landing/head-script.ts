import { markSession } from './mark-session';

markSession();
