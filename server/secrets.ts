import { hkdfSync, randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config';
import { makeFolder } from './make-folder';

export interface Secrets {
  /** Signs tokens. */
  tokenKey: Uint8Array;
  /** Goes into the HMAC of a code; it never enters the database. */
  otpPepper: Uint8Array;
  /** Signs device cookies. */
  deviceKey: Uint8Array;
  /** Encrypts the secrets of authenticator apps, and goes into the HMACs of recovery codes and of texts of signed acts. */
  factorKey: Uint8Array;
  /** Signs links to proof images. */
  linkKey: Uint8Array;
  /** Signs the links "This was not me" of mails. */
  reportKey: Uint8Array;
  /** Encrypts codes and the tokens of links in mails that wait. */
  mailKey: Uint8Array;
  /** Part of the key of every person (server/personal-seal.ts). */
  personalKey: Uint8Array;
  /** Goes into the HMACs of requests that came with an idempotency key. */
  requestKey: Uint8Array;
  /** Goes into the names of the limits' counters. */
  counterKey: Uint8Array;
  /** Makes the key that signs checkpoints of the history. */
  checkpointKey: Uint8Array;
}

/** The server's secrets, from `JWT_SECRET` or, in demo mode, from a file made once in the data folder. */
export function loadSecrets(config: Config): Secrets {
  const secret = config.jwtSecret ?? demoSecret(config.dataDir);
  return {
    tokenKey: derive(secret, 'token'),
    otpPepper: derive(secret, 'otp'),
    deviceKey: derive(secret, 'device'),
    factorKey: derive(secret, 'factor'),
    linkKey: derive(secret, 'link'),
    reportKey: derive(secret, 'report'),
    mailKey: derive(secret, 'mail'),
    personalKey: loadPersonalKey(config),
    // Of the secret that stays when tokens get another one: repeated requests are known again.
    requestKey: derive(config.personalDataKey ?? secret, 'request'),
    counterKey: derive(secret, 'counter'),
    checkpointKey: derive(config.checkpointKey ?? secret, 'checkpoint'),
  };
}

/** Part of the key of every person; where `PERSONAL_DATA_KEY` is set no other secret is made for it. */
export function loadPersonalKey({ personalDataKey, jwtSecret, dataDir }: Config): Uint8Array {
  return derive(personalDataKey ?? jwtSecret ?? demoSecret(dataDir), 'personal');
}

function derive(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

const demoFile = 'jwt-secret';

function demoSecret(dataDir: string): string {
  return keptSecret(dataDir, demoFile, 48);
}

/** Whether the secrets of a server are here: without any, new ones would be made. */
export const hasSecrets = ({ jwtSecret, dataDir }: Config) =>
  jwtSecret !== undefined || existsSync(join(dataDir, demoFile));

/** Said where they are not. */
export const noSecrets = 'The secrets of the server are not here: give its DATA_DIR or JWT_SECRET';

/** Whoever has it reads the mailbox of demo mode: `DEV_MAILBOX_KEY`, or a key made once in the data folder. */
export function mailboxKey({ devMailboxKey, dataDir }: Config): string {
  return devMailboxKey ?? keptSecret(dataDir, 'dev-mailbox-key', 24);
}

/** What is wrong with a data folder that the system refuses, by the code of its error. */
const refusals: Readonly<Record<string, string>> = {
  EACCES: 'may not be written by the user who starts this',
  EPERM: 'may not be written by the user who starts this',
  EROFS: 'is on a disk that can only be read',
  EEXIST: 'is not a folder',
  ENOTDIR: 'is not a folder, or what it should be in is none',
  ENOENT: 'is not there and cannot be made',
  ENOSPC: 'is on a disk that is full: make room there, and start again',
  EDQUOT: 'is on a disk that is full for this user: make room there, and start again',
};

const hasCode = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

function refusal(dataDir: string, error: Error & { code: string }): ConfigError {
  const what = refusals[error.code] ?? `cannot be used (${error.message})`;
  return new ConfigError(`DATA_DIR: ${dataDir} ${what}`, { cause: error });
}

/** Makes the data folder, if it is not there. Throws {@link ConfigError} when it cannot be made or written. */
export function requireDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (!hasCode(error)) throw error;
    throw refusal(dataDir, error);
  }
}

/** A secret of so many random bytes in a file of the data folder, where it is made if there is none. */
function keptSecret(dataDir: string, name: string, bytes: number): string {
  const path = join(dataDir, name);
  // One that was made before may be in a folder that can only be read.
  if (!existsSync(path)) requireDataDir(dataDir);
  try {
    // `wx` fails when the file is there, so that two processes never use different ones.
    writeFileSync(path, randomBytes(bytes).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!hasCode(error)) throw error;
    if (error.code !== 'EEXIST') {
      // Half of it, where the disk is full.
      rmSync(path, { force: true });
      throw refusal(dataDir, error);
    }
  }
  const secret = readKept(path).trim();
  if (secret.length < 16) throw new ConfigError(`${path}: holds no secret; delete it, and a new one is made`);
  return secret;
}

function readKept(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!hasCode(error)) throw error;
    throw new ConfigError(`${path}: is no file that the user who starts this may read (${error.code})`, {
      cause: error,
    });
  }
}
