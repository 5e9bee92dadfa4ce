import type { z } from 'zod';
import type { FactorKind } from '../../contract/enums';
import type { passkeySetupSchema, totpSetupSchema } from '../../contract/factors';
import { call } from '../shared/api';

export type TotpSetup = z.infer<typeof totpSetupSchema>;
export type PasskeySetup = z.infer<typeof passkeySetupSchema>;

/** What the page of second factors shows. */
export type View =
  | { name: 'list' }
  /** Asks for the password: before the first factor. */
  | { name: 'password'; kind: FactorKind }
  | { name: 'totp'; setup: TotpSetup }
  | { name: 'passkey'; setup: PasskeySetup }
  | { name: 'codes'; codes: readonly string[] };

/** Begins to set up a factor; gives the view that goes on with it. */
export async function startSetup(kind: FactorKind, password?: string): Promise<View> {
  const body = password === undefined ? {} : { password };
  return kind === 'totp'
    ? { name: 'totp', setup: await call('startTotp', { body }) }
    : { name: 'passkey', setup: await call('startPasskey', { body }) };
}
