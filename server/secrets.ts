import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config';

export interface Secrets {
  /** Signs tokens. */
  tokenKey: Uint8Array;
  /** Goes into the HMAC of a code; it never enters the database. */
  otpPepper: Uint8Array;
  /** Signs links to proof images. */
  linkKey: Uint8Array;
}

/** The server's secrets, from `JWT_SECRET` or, in demo mode, from a file made once in the data folder. */
export function loadSecrets(config: Config): Secrets {
  const secret = config.jwtSecret ?? demoSecret(config.dataDir);
  return {
    tokenKey: derive(secret, 'token'),
    otpPepper: derive(secret, 'otp'),
    linkKey: derive(secret, 'link'),
  };
}

function derive(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

function demoSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'jwt-secret');
  try {
    // `wx` fails when the file is there, so that two processes never sign with different keys.
    writeFileSync(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
