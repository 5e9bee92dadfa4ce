import type { UserType } from '../../contract/enums';
import type { AuthServices } from '../auth/services';
import type { SecretBox } from '../secret-box';
import type { HideText } from './hide-text';
import type { Passkeys } from './passkeys';
import type { RecoveryCodes } from './recovery-codes';

/** What second factors need. */
export interface FactorServices extends AuthServices {
  passkeys: Passkeys;
  recoveryCodes: RecoveryCodes;
  secretBox: SecretBox;
  hideText: HideText;
  /** Whether the operator lets nobody of a role do anything without a second factor. */
  requiresFactor(type: UserType): boolean;
  /** Who runs the site, as authenticator apps name it. */
  brand: string;
}
