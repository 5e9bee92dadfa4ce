import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type SiteMode, siteModes } from '../contract/site';
import { z } from '../contract/zod';

const flag = z.enum(['on', 'off']);
const demoDatabaseSchemes = ['postgres:', 'postgresql:'];

/** The environment (design, section 4). An empty variable counts as unset. */
const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (value) => URL.canParse(value) && demoDatabaseSchemes.includes(new URL(value).protocol),
      'must be an address like postgres://user:password@host:5432/database',
    )
    .optional(),
  SITE_MODE: z.enum(siteModes).default('demo'),
  JWT_SECRET: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be 32 bytes or more')
    .optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have 8 characters or more').max(256).optional(),
  ADMIN_PASSWORD_FILE: z.string().optional(),
  AUDITOR_EMAIL: z.email('must be an e-mail address').optional(),
  AUDITOR_PASSWORD: z.string().min(8, 'must have 8 characters or more').max(256).optional(),
  AUDITOR_PASSWORD_FILE: z.string().optional(),
  SMTP_URL: z
    .string()
    .refine(
      (value) => URL.canParse(value) && ['smtp:', 'smtps:'].includes(new URL(value).protocol),
      'must be an address like smtp://user:password@host:587',
    )
    .optional(),
  MAIL_FROM: z.string().min(3).default('Averin <no-reply@example.com>'),
  PUBLIC_URL: z
    .string()
    .refine(
      (value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol),
      'must be an address like https://invest.example.com',
    )
    .optional(),
  TRUST_PROXY: z.string().optional(),
  RATE_LIMITS: flag.default('on'),
  PASSWORD_MIN: z.coerce.number().int().min(6).max(64).default(6),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
});

/** Someone the configuration asks for, who is made at the start if there is none. */
export interface ConfiguredUser {
  /** Lower case. */
  email: string;
  password: string;
}

export interface Config {
  host: string;
  port: number;
  /** Absolute. */
  dataDir: string;
  databaseUrl?: string;
  siteMode: SiteMode;
  jwtSecret?: string;
  admin?: ConfiguredUser;
  auditor?: ConfiguredUser;
  smtpUrl?: string;
  mailFrom: string;
  /** Where people reach the product, for links in mail; without a trailing slash. */
  publicUrl: string;
  /** Addresses of proxies to believe; unset: none. */
  trustProxy?: string[];
  rateLimits: boolean;
  passwordMin: number;
  logLevel: string;
}

/** A start refused for how it is configured; the message names each variable and file. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment. `missing` is what the pages still lack for live mode, in words. Throws
 * {@link ConfigError} naming every variable that is wrong, and in live mode everything that is missing.
 */
export function readConfig(env: NodeJS.ProcessEnv, missing: readonly string[] = []): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const ofPages = given.SITE_MODE === 'live' ? unfinished(missing) : [];
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const ofValues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError([...ofValues, ...ofPages].join('\n'));
  }
  const values = parsed.data;
  const problems: string[] = [];
  if (values.SITE_MODE === 'live' && !values.JWT_SECRET) {
    problems.push('JWT_SECRET: required when SITE_MODE is live');
  }
  if (values.SITE_MODE === 'live' && values.RATE_LIMITS === 'off') {
    problems.push('RATE_LIMITS: off is accepted only when SITE_MODE is demo');
  }
  const admin = readUser('ADMIN', values, problems);
  const auditor = readUser('AUDITOR', values, problems);
  if (admin && admin.email === auditor?.email) {
    problems.push('AUDITOR_EMAIL: must be another address than ADMIN_EMAIL');
  }
  problems.push(...ofPages);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    ...(values.DATABASE_URL && { databaseUrl: values.DATABASE_URL }),
    siteMode: values.SITE_MODE,
    ...(values.JWT_SECRET && { jwtSecret: values.JWT_SECRET }),
    ...(admin && { admin }),
    ...(auditor && { auditor }),
    ...(values.SMTP_URL && { smtpUrl: values.SMTP_URL }),
    mailFrom: values.MAIL_FROM,
    publicUrl: (values.PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`).replace(/\/+$/, ''),
    ...(values.TRUST_PROXY && { trustProxy: values.TRUST_PROXY.split(',').map((part) => part.trim()) }),
    rateLimits: values.RATE_LIMITS === 'on',
    passwordMin: values.PASSWORD_MIN,
    logLevel: values.LOG_LEVEL,
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
  values: z.output<typeof environment>,
  problems: string[],
): ConfiguredUser | undefined {
  const email = values[`${who}_EMAIL`]?.toLowerCase();
  const file = values[`${who}_PASSWORD_FILE`];
  const password =
    file === undefined ? values[`${who}_PASSWORD`] : readPasswordFile(file, `${who}_PASSWORD_FILE`, problems);
  if (email !== undefined && password !== undefined) return { email, password };
  const unreadable = file !== undefined && password === undefined;
  if ((email !== undefined || password !== undefined) && !unreadable) {
    problems.push(`${who}_EMAIL and ${who}_PASSWORD (or ${who}_PASSWORD_FILE): set both or neither`);
  }
  return undefined;
}

function readPasswordFile(path: string, variable: string, problems: string[]): string | undefined {
  try {
    const password = readFileSync(path, 'utf8').trim();
    if (password.length < 8) problems.push(`${variable}: must hold 8 characters or more`);
    return password;
  } catch {
    problems.push(`${variable}: cannot be read`);
    return undefined;
  }
}
