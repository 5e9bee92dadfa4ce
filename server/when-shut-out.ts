import type { WhenShutOut } from './people/services';
import { withdrawProposalsOf } from './proposals/decide';

/** What is done in the transaction that shuts a person out, besides what the room of people does itself. */
export const whenShutOut: readonly WhenShutOut[] = [withdrawProposalsOf];
