import type { Identifier } from 'ra-core';
import type { Invitation } from '../../../contract/people';

/** An invitation in the console. */
export type InvitationRecord = Invitation & { id: Identifier };
