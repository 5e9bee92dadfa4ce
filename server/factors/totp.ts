import { Secret, TOTP } from 'otpauth';
import { limits } from '../../contract/limits';

/** Seconds of a step, and steps that a clock may be off to either side (RFC 6238, section 5.2). */
const period = 30;
const window = 1;
/** Bytes (RFC 4226, section 4). */
const secretSize = 20;

const totpOf = (secret: string, issuer?: string, label?: string) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    digits: limits.otpLength,
    period,
    ...(issuer !== undefined && { issuer }),
    ...(label !== undefined && { label }),
  });

/** A new secret in base32. */
export const newTotpSecret = (): string => new Secret({ size: secretSize }).base32;

/** What an authenticator app reads from the QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer, label).toString();

/** The step a code belongs to, within the window; `undefined` for a wrong one. `now` in milliseconds. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
