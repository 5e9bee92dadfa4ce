import { revokeInvitationsOf } from './people/invitations';
import type { WhenShutOut } from './people/services';
import { withdrawProposalsOf } from './proposals/decide';

/**
 * What is done about what a person has set in motion, in the transaction that shuts them out or locks up what a thief may
 * have used.
 */
export const whenShutOut: readonly WhenShutOut[] = [revokeInvitationsOf, withdrawProposalsOf];
