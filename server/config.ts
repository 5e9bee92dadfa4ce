import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { UserType } from '../contract/enums';
import type { SiteMode } from '../contract/site';
import {
  type Environment,
  type FactorPolicy,
  type FourEyes,
  type PasswordList,
  readEnvironment,
} from './environment';
import { liveProblems } from './live-checks';
import { misspeltSettings } from './misspelt';
import { nodeWarning } from './node-support';
import { passwordProblem } from './password-policy';

/** By mode: an investor of a live product need not have a second factor, and then NIST SP 800-63B-4 asks for 15 characters. */
const passwordDefaults = {
  demo: { passwordMin: 6, passwordList: 'on' },
  live: { passwordMin: 15, passwordList: 'strict' },
} as const;
const factorDefaults = { demo: 'off', live: 'console' } as const;

/** Milliseconds, by mode: the owner of a live account has a day to notice what a thief asks for. */
const holdDefaults = { demo: 0, live: 24 * 3_600_000 } as const;
/** By mode: what is known about an investor is kept as long as the books of a year have to be, in most places. */
const peopleDefaults = { demo: 0, live: 5 * 366 } as const;

/** Whether a person of a role must have a second factor (docs/rules.md, "Second factor"). */
export function mustHaveFactor(policy: FactorPolicy, type: UserType): boolean {
  return policy === 'everyone' || (policy === 'console' && type !== 'investor');
}

/** Someone the configuration asks for, who is made at the start if there is none. */
export interface ConfiguredUser {
  /** Lower case. */
  email: string;
  password: string;
}

/** Days that things are kept (docs/rules.md, "What is kept how long"). */
export interface Retention {
  /** Mails, after they were sent or given up. */
  mails: number;
  /** Sessions, after the end they were given. */
  sessions: number;
  securityEvents: number;
  /** Proof images, after their deposit was decided; unset: for good. */
  proofs?: number;
  /** What is known about people, after the last deposit, withdrawal or entry: no erasure comes before. */
  people: number;
}

export interface BackupSettings {
  /** Absolute; unset: no archive. */
  folder?: string;
  passphrase?: string;
  /** Milliseconds between backups. */
  every: number;
  keep: number;
  /** Milliseconds between drills; unset: none. */
  drillEvery?: number;
}

export interface Config {
  host: string;
  port: number;
  /** Absolute. */
  dataDir: string;
  databaseUrl?: string;
  /** As the owner of the tables, who migrates them; unset: the role of `databaseUrl` does, if they are its own. */
  databaseOwnerUrl?: string;
  /** The same database past a pooler that lends connections for one transaction; unset: there is none such. */
  databaseDirectUrl?: string;
  /** Standbys of the same database, where lists and reports may be read; unset: nowhere but at the database itself. */
  databaseReadUrl?: string;
  /** Why the role of a live server may do more with the database than the server needs. */
  allowOwnerRole?: string;
  siteMode: SiteMode;
  jwtSecret?: string;
  /** Seals what the audit log says about people; unset: the secret that everything else is made of. */
  personalDataKey?: string;
  /** Makes the key of checkpoints; unset: the secret that everything else is made of. */
  checkpointKey?: string;
  /** Where the newest checkpoint is sent; unset: nowhere. */
  checkpointUrl?: string;
  admin?: ConfiguredUser;
  auditor?: ConfiguredUser;
  /** Unset: mail goes to the mailbox of demo mode. */
  smtp?: { url: string; encrypted: boolean; certificates?: string };
  mailFrom: string;
  /** Where people reach the product, for links in mail; without a trailing slash. */
  publicUrl: string;
  /** Addresses of proxies to believe; unset: none. */
  trustProxy?: string[];
  /** Of the mailbox of demo mode; unset: one is made in the data folder. */
  devMailboxKey?: string;
  rateLimits: boolean;
  passwordMin: number;
  passwordList: PasswordList;
  /** Who must have a second factor. */
  secondFactor: FactorPolicy;
  /** Which acts take two administrators. */
  fourEyes: FourEyes;
  /** For how many days what is kept. */
  retention: Retention;
  /** Deposits of one investor that may wait for a decision. */
  pendingDeposits: number;
  /** Milliseconds that a withdrawal waits to a new address or after a change of credentials; 0: none. */
  withdrawalHold: number;
  /** Dollars that one investor can withdraw within 24 hours; unset: any. */
  withdrawalDailyLimit?: number;
  /** Withdrawals that one investor can ask for within 24 hours; unset: any. */
  withdrawalsPerDay?: number;
  /** What is needed for backups by commands, and what a running server does by itself where there is a folder for it. */
  backups: BackupSettings;
  logLevel: string;
  /** Where metrics are read; unset: nowhere. */
  metricsListen?: { host: string; port: number };
  /** Whether requests are traced. */
  traces: boolean;
  /** Milliseconds from which on a statement is written into the log; 0: never. */
  slowQuery: number;
  /** Milliseconds that a server which is to stop still answers, saying that it is not ready. */
  shutdownDelay: number;
  /** What an operator of a live product should know at every start. */
  warnings: string[];
}

/** A start refused for how it is configured; the message names each variable and file. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment. `missing` is what the pages still lack for live mode, in words. Throws
 * {@link ConfigError} naming every variable that is wrong, and in live mode everything that is missing or weak.
 */
export function readConfig(
  env: NodeJS.ProcessEnv,
  missing: readonly string[] = [],
  { node, today } = { node: process.versions.node, today: new Date() },
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const { values, problems, named } = readEnvironment(given);
  const live = values.SITE_MODE === 'live';
  const found: string[] = live ? liveProblems(values) : [];
  if (live && env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    found.push('NODE_TLS_REJECT_UNAUTHORIZED: 0 trusts every certificate; leave it unset');
  }
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined) {
    found.push('DATABASE_OWNER_URL: needs DATABASE_URL, the same database as the role of the server');
  }
  if (values.DATABASE_READ_URL !== undefined && values.DATABASE_URL === undefined) {
    found.push('DATABASE_READ_URL: needs DATABASE_URL, the database that the standby follows');
  }
  if (metricsInTheWay(values)) {
    found.push(
      `METRICS_LISTEN: must be another address than the server's own, ${values.HOST}:${values.PORT}`,
    );
  }
  found.push(...poolerProblems(values));
  const smtp = readSmtp(values, found);
  const admin = readUser('ADMIN', values, found);
  const auditor = readUser('AUDITOR', values, found);
  const backups = readBackups(values, found);
  if (admin && admin.email === auditor?.email) {
    found.push('AUDITOR_EMAIL: must be another address than ADMIN_EMAIL');
  }
  // Of a variable that cannot be read at all nothing more is said.
  problems.push(...found.filter((problem) => !named.some((name) => problem.split(':')[0]?.includes(name))));
  if (live) problems.push(...unfinished(missing));
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    ...(values.DATABASE_URL && { databaseUrl: values.DATABASE_URL }),
    ...(values.DATABASE_OWNER_URL && { databaseOwnerUrl: values.DATABASE_OWNER_URL }),
    ...(values.DATABASE_DIRECT_URL && { databaseDirectUrl: values.DATABASE_DIRECT_URL }),
    ...(values.DATABASE_READ_URL && { databaseReadUrl: values.DATABASE_READ_URL }),
    ...(values.ALLOW_OWNER_ROLE && { allowOwnerRole: values.ALLOW_OWNER_ROLE }),
    siteMode: values.SITE_MODE,
    ...(values.JWT_SECRET && { jwtSecret: values.JWT_SECRET }),
    ...(values.PERSONAL_DATA_KEY && { personalDataKey: values.PERSONAL_DATA_KEY }),
    ...(values.CHECKPOINT_KEY && { checkpointKey: values.CHECKPOINT_KEY }),
    ...(values.CHECKPOINT_URL && { checkpointUrl: values.CHECKPOINT_URL }),
    ...(admin && { admin }),
    ...(auditor && { auditor }),
    ...(smtp && { smtp }),
    mailFrom: values.MAIL_FROM,
    publicUrl: (values.PUBLIC_URL ?? addressOf({ host: values.HOST, port: values.PORT })).replace(/\/+$/, ''),
    ...(values.TRUST_PROXY && { trustProxy: values.TRUST_PROXY }),
    ...(values.DEV_MAILBOX_KEY && { devMailboxKey: values.DEV_MAILBOX_KEY }),
    rateLimits: values.RATE_LIMITS === 'on',
    ...policyOf(values),
    secondFactor: values.SECOND_FACTOR ?? factorDefaults[values.SITE_MODE],
    fourEyes: values.FOUR_EYES ?? { address: false, people: false },
    retention: {
      mails: values.RETENTION_MAILS,
      sessions: values.RETENTION_SESSIONS,
      securityEvents: values.RETENTION_SECURITY_EVENTS ?? values.SECURITY_EVENTS_DAYS,
      ...(values.RETENTION_PROOFS !== undefined && { proofs: values.RETENTION_PROOFS }),
      people: values.RETENTION_PEOPLE ?? peopleDefaults[values.SITE_MODE],
    },
    pendingDeposits: values.PENDING_DEPOSITS,
    withdrawalHold: values.WITHDRAWAL_HOLD ?? holdDefaults[values.SITE_MODE],
    ...(values.WITHDRAWAL_DAILY_LIMIT !== undefined && {
      withdrawalDailyLimit: values.WITHDRAWAL_DAILY_LIMIT,
    }),
    ...(values.WITHDRAWALS_PER_DAY !== undefined && { withdrawalsPerDay: values.WITHDRAWALS_PER_DAY }),
    backups,
    logLevel: values.LOG_LEVEL,
    ...(values.METRICS_LISTEN && { metricsListen: values.METRICS_LISTEN }),
    traces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined ||
      values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined,
    slowQuery: values.SLOW_QUERY_MS,
    shutdownDelay: values.SHUTDOWN_DELAY,
    warnings: live ? warningsOf(values, nodeWarning(node, today)) : demoWarnings(values),
  };
}

/** As {@link readConfig}, for a process: it first says which variables seem to be settings with a slip in their names. */
export function readSettings(env: NodeJS.ProcessEnv, missing?: readonly string[]): Config {
  for (const line of misspeltSettings(env)) console.warn(line);
  return readConfig(env, missing);
}

/** Where a browser of this machine reaches a server; an address of IPv6 stands in brackets, without its zone. */
export function addressOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host.replace(/%.*/, '')}]` : host}:${port}`;
}

/** What is listened on: of `localhost` its address of IPv4, as each further one would be a server without the guards of the first. */
export const boundHost = (host: string) => (host === 'localhost' ? '127.0.0.1' : host);

/** Whether metrics would be served where the server itself listens; it would be told that its port is in use. */
function metricsInTheWay({ HOST, PORT, METRICS_LISTEN: metrics }: Environment): boolean {
  if (metrics === undefined || PORT === 0 || metrics.port !== PORT) return false;
  const hosts = [HOST, metrics.host].map(boundHost);
  return hosts[0] === hosts[1] || hosts.some((host) => host === '0.0.0.0' || host === '::');
}

function policyOf({ SITE_MODE, PASSWORD_MIN, PASSWORD_LIST }: Environment) {
  const { passwordMin, passwordList } = passwordDefaults[SITE_MODE];
  return { passwordMin: PASSWORD_MIN ?? passwordMin, passwordList: PASSWORD_LIST ?? passwordList };
}

/** Letters of a key that nobody guesses. */
const keyLength = 16;

function demoWarnings({ DEV_MAILBOX_KEY }: Environment): string[] {
  if (DEV_MAILBOX_KEY === undefined || DEV_MAILBOX_KEY.length >= keyLength) return [];
  return [
    `DEV_MAILBOX_KEY has fewer than ${keyLength} letters: whoever reaches this machine may guess it and read all codes.`,
  ];
}

function warningsOf(
  { ALLOW_INSECURE, SECOND_FACTOR, FOUR_EYES, ...values }: Environment,
  ofNode: string | undefined,
): string[] {
  return [
    ...(SECOND_FACTOR === 'off'
      ? ['SECOND_FACTOR is off: whoever has the password of an administrator moves money.']
      : []),
    ...(FOUR_EYES === undefined
      ? ['FOUR_EYES is not set: one administrator alone changes platform addresses and balances, and pays.']
      : []),
    ...(values.DATABASE_URL === undefined && values.BACKUP_DIR === undefined
      ? ['BACKUP_DIR is not set: when the disk of DATA_DIR is lost, everything is.']
      : []),
    ...(values.BACKUP_DIR !== undefined &&
    values.BACKUP_PASSPHRASE === undefined &&
    values.BACKUP_PASSPHRASE_FILE === undefined
      ? ['BACKUP_PASSPHRASE is not set: backups are not encrypted.']
      : []),
    ...(ofNode === undefined ? [] : [ofNode]),
    ...(ALLOW_INSECURE === undefined
      ? []
      : [
          `ALLOW_INSECURE is set: connections need not be encrypted, because: ${JSON.stringify(ALLOW_INSECURE)}`,
        ]),
  ];
}

/** What is wrong with how the database is reached through a pooler. */
function poolerProblems({ DATABASE_POOLER, DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string[] {
  if (DATABASE_POOLER === 'session') {
    return DATABASE_DIRECT_URL === undefined
      ? []
      : ['DATABASE_DIRECT_URL: is for DATABASE_POOLER=transaction alone'];
  }
  return [
    ...(DATABASE_URL === undefined ? ['DATABASE_POOLER: needs DATABASE_URL, the address of the pooler'] : []),
    ...(DATABASE_DIRECT_URL === undefined
      ? [
          'DATABASE_DIRECT_URL: required when DATABASE_POOLER is transaction: the same database as the same role, past the pooler',
        ]
      : []),
  ];
}

/** How mail leaves, unless it goes to the mailbox; adds to the problems what is not right about it. */
function readSmtp({ SMTP_URL, SMTP_TLS, SMTP_TLS_CA }: Environment, problems: string[]): Config['smtp'] {
  const certificates = SMTP_TLS_CA === undefined ? undefined : readText(SMTP_TLS_CA, 'SMTP_TLS_CA', problems);
  if (certificates !== undefined && !isCertificate(certificates)) {
    problems.push('SMTP_TLS_CA: must name a file that holds a certificate (PEM)');
  }
  if (SMTP_URL === undefined) return undefined;
  const encrypted = SMTP_TLS === 'required';
  if (!encrypted && SMTP_URL.toLowerCase().startsWith('smtps:')) {
    problems.push('SMTP_TLS: off contradicts an SMTP_URL that begins with smtps://');
  }
  return { url: SMTP_URL, encrypted, ...(certificates !== undefined && { certificates }) };
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).fingerprint256 !== '';
  } catch {
    return false;
  }
}

/** What backups need; adds to the problems what is not right about it. */
function readBackups(values: Environment, problems: string[]): BackupSettings {
  const { BACKUP_DIR, BACKUP_PASSPHRASE_FILE, DRILL_EVERY } = values;
  if (values.DATABASE_URL !== undefined && BACKUP_DIR !== undefined) {
    problems.push(
      'BACKUP_DIR: is for the embedded database; a server of your own is backed up by its own means (docs/backup.md)',
    );
  }
  if (DRILL_EVERY !== undefined && BACKUP_DIR === undefined) {
    problems.push('DRILL_EVERY: needs BACKUP_DIR, where the backups are');
  }
  const passphrase =
    BACKUP_PASSPHRASE_FILE === undefined
      ? values.BACKUP_PASSPHRASE
      : readText(BACKUP_PASSPHRASE_FILE, 'BACKUP_PASSPHRASE_FILE', problems)?.trim();
  if (BACKUP_PASSPHRASE_FILE !== undefined && passphrase !== undefined && passphrase.length < 12) {
    problems.push('BACKUP_PASSPHRASE_FILE: must hold 12 characters or more');
  }
  return {
    ...(BACKUP_DIR !== undefined && { folder: resolve(BACKUP_DIR) }),
    ...(passphrase !== undefined && { passphrase }),
    every: values.BACKUP_EVERY,
    keep: values.BACKUP_KEEP,
    ...(DRILL_EVERY !== undefined && { drillEvery: DRILL_EVERY }),
  };
}

function unfinished(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const list = missing.map((what) => `  - ${what}`);
  return [`SITE_MODE: live needs this filled in first, and then npm run build:\n${list.join('\n')}`];
}

/** Someone's address and password out of three variables; adds to the problems what is not right about them. */
function readUser(
  who: 'ADMIN' | 'AUDITOR',
  values: Environment,
  problems: string[],
): ConfiguredUser | undefined {
  const email = values[`${who}_EMAIL`]?.toLowerCase();
  const file = values[`${who}_PASSWORD_FILE`];
  const password =
    file === undefined ? values[`${who}_PASSWORD`] : readPasswordFile(file, `${who}_PASSWORD_FILE`, problems);
  if (email !== undefined && password !== undefined) {
    const weak =
      values.SITE_MODE === 'live' ? passwordProblem(password, { email }, policyOf(values)) : undefined;
    if (weak !== undefined) problems.push(`${who}_PASSWORD${file === undefined ? '' : '_FILE'}: ${weak}`);
    return { email, password };
  }
  const unreadable = file !== undefined && password === undefined;
  if ((email !== undefined || password !== undefined) && !unreadable) {
    problems.push(`${who}_EMAIL and ${who}_PASSWORD (or ${who}_PASSWORD_FILE): set both or neither`);
  }
  return undefined;
}

function readPasswordFile(path: string, variable: string, problems: string[]): string | undefined {
  const password = readText(path, variable, problems)?.trim();
  if (password !== undefined && password.length < 8) {
    problems.push(`${variable}: must hold 8 characters or more`);
  }
  return password;
}

function readText(path: string, variable: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Not its name: somebody may have set it to what the file should hold.
    const { code } = Object.assign({ code: 'no file' }, error);
    problems.push(`${variable}: must name a file that can be read (${code})`);
    return undefined;
  }
}
