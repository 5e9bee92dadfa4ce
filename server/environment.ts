import { isIP } from 'node:net';
import { limits } from '../contract/limits';
import { siteModes } from '../contract/site';
import { z } from '../contract/zod';

const flag = z.enum(['on', 'off']);
/** Whether new passwords are held against lists of known ones, and with `strict` against an estimate of guesses. */
const passwordLists = z.enum(['on', 'off', 'strict']);
export type PasswordList = z.infer<typeof passwordLists>;
/** Who must have a second factor; everybody may. */
const factorPolicies = z.enum(['off', 'console', 'everyone']);
export type FactorPolicy = z.infer<typeof factorPolicies>;
const databaseSchemes = ['postgres:', 'postgresql:'];
const databaseAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && databaseSchemes.includes(new URL(value).protocol),
    'must be an address like postgres://user:password@host:5432/database',
  );
/** Why something that is refused otherwise is right here. */
const reason = z.string().trim().min(10, 'must say why, in 10 characters or more');
const durationUnits: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Milliseconds; a hold longer than that would be a mistake. */
const longestHold = 365 * 86_400_000;

/** Acts that take two administrators (docs/rules.md, "Two persons"); of those on money from so many cents on. */
export interface FourEyes {
  address: boolean;
  adjustment?: number;
  withdrawal?: number;
  people: boolean;
}

/** What `FOUR_EYES` names, like address,adjustment:1000,withdrawal:10000,people. */
function toFourEyes(text: string, context: z.RefinementCtx): FourEyes {
  const wanted: FourEyes = { address: false, people: false };
  const named = new Set<string>();
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, name = '', dollars] = /^([a-z]+)(?::(\d{1,10}(?:\.\d{1,2})?))?$/.exec(part) ?? [];
    const cents = dollars === undefined ? undefined : Math.round(Number(dollars) * 100);
    const twice = named.has(name);
    named.add(name);
    if (!twice && cents === undefined && (name === 'address' || name === 'people')) wanted[name] = true;
    else if (!twice && cents && (name === 'adjustment' || name === 'withdrawal')) wanted[name] = cents;
    else {
      const message = `"${part}" is not one of address, people, adjustment:DOLLARS and withdrawal:DOLLARS, each once`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  }
  return wanted;
}
/** For how many days something is kept. */
const days = z.coerce.number().int().min(1).max(36_525);
/** Names of ranges that `TRUST_PROXY` may hold instead of an address. */
const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0) return proxyNames.includes(text);
  const most = family === 4 ? 32 : 128;
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

/** The proxies to believe. */
function toProxies(text: string, context: z.RefinementCtx): string[] {
  const proxies = text.split(',').map((part) => part.trim());
  const wrong = proxies.find((proxy) => !isProxy(proxy));
  if (wrong === undefined) return proxies;
  const message = `"${wrong}" is neither an address, nor a range like 10.0.0.0/8, nor one of ${proxyNames.join(', ')}`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** Milliseconds of a text like 90m, 24h or 2d; 0 is none. */
function toDuration(text: string, context: z.RefinementCtx): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  const duration = Number(count) * (durationUnits[unit] ?? (Number(count) === 0 ? 0 : Number.NaN));
  if (duration <= longestHold) return duration;
  const message = 'must be 0, or a time of at most 365 days like 90m, 24h or 2d';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** A time between two things, long enough for the first one to end. */
const interval = z
  .string()
  .transform(toDuration)
  .refine((value) => value >= 60_000, 'must be a minute or longer');

/** A host and a port to listen on, like 127.0.0.1:9464 or [::1]:9464. */
function toListen(text: string, context: z.RefinementCtx): { host: string; port: number } {
  const [, bracketed, plain, port = ''] = /^(?:\[([0-9a-fA-F:]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
  context.addIssue({ code: 'custom', message: 'must be a host and a port like 127.0.0.1:9464' });
  return z.NEVER;
}

const httpAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol),
    'must be an address like http://127.0.0.1:4318',
  );

/** The environment (.env.example). An empty variable counts as unset. */
const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_POOLER: z.enum(['session', 'transaction']).default('session'),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  SITE_MODE: z.enum(siteModes).default('demo'),
  JWT_SECRET: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be 32 bytes or more')
    .optional(),
  PERSONAL_DATA_KEY: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be 32 bytes or more')
    .optional(),
  CHECKPOINT_KEY: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'must be 32 bytes or more')
    .optional(),
  CHECKPOINT_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
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
    // The library would take any of its settings from it, such as one that trusts every certificate.
    .refine((value) => !/[?#]/.test(value), 'must have nothing behind the port; see SMTP_TLS and SMTP_TLS_CA')
    .optional(),
  SMTP_TLS: z.enum(['required', 'off']).default('required'),
  SMTP_TLS_CA: z.string().optional(),
  MAIL_FROM: z.string().min(3).default('Averin <no-reply@example.com>'),
  PUBLIC_URL: z
    .string()
    .refine(
      (value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol),
      'must be an address like https://invest.example.com',
    )
    .optional(),
  ALLOW_INSECURE: reason.optional(),
  ALLOW_OWNER_ROLE: reason.optional(),
  TRUST_PROXY: z.string().transform(toProxies).optional(),
  DEV_MAILBOX_KEY: z
    .string()
    .regex(/^[\w.~-]{1,80}$/, 'must be 1 to 80 letters, digits, hyphens, dots, tildes or underscores')
    .optional(),
  RATE_LIMITS: flag.default('on'),
  PASSWORD_MIN: z.coerce.number().int().min(6).max(64).optional(),
  PASSWORD_LIST: passwordLists.optional(),
  SECOND_FACTOR: factorPolicies.optional(),
  FOUR_EYES: z.string().transform(toFourEyes).optional(),
  RETENTION_MAILS: days.default(30),
  RETENTION_SESSIONS: days.default(90),
  RETENTION_SECURITY_EVENTS: days.optional(),
  RETENTION_PROOFS: days.optional(),
  RETENTION_PEOPLE: z.coerce.number().int().min(0).max(36_525).optional(),
  /** What RETENTION_SECURITY_EVENTS was called before. */
  SECURITY_EVENTS_DAYS: days.max(3_650).default(90),
  PENDING_DEPOSITS: z.coerce.number().int().min(1).max(1_000_000_000).default(limits.pendingDeposits),
  WITHDRAWAL_HOLD: z.string().transform(toDuration).optional(),
  WITHDRAWAL_DAILY_LIMIT: z.coerce
    .number()
    .positive()
    .max(limits.maxAmount)
    .refine((value) => Math.round(value * 100) / 100 === value, 'must have at most two decimals')
    .optional(),
  WITHDRAWALS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have 12 characters or more').optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  BACKUP_EVERY: interval.default(86_400_000),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(7),
  DRILL_EVERY: interval.optional(),
  METRICS_LISTEN: z.string().transform(toListen).optional(),
  SHUTDOWN_DELAY: z
    .string()
    .transform(toDuration)
    .pipe(z.number().max(600_000, 'must be at most 10m'))
    .default(0),
  SLOW_QUERY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  /** The rest of the OTEL_ variables is read by the library itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
});

/** What the variables say, each by itself; server/config.ts makes the configuration of them. */
export type Environment = z.output<typeof variables>;

/**
 * The values of an environment without empty variables; those that are wrong are named in the problems and left at their
 * defaults.
 */
export function readEnvironment(given: NodeJS.ProcessEnv) {
  const parsed = variables.safeParse(given);
  if (parsed.success) return { values: parsed.data, problems: [], named: [] };
  const { issues } = parsed.error;
  const named = issues.map(({ path }) => path.join('.'));
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !named.includes(name)));
  return {
    values: variables.parse(rest),
    problems: issues.map(({ message }, at) => `${named[at]}: ${message}`),
    named,
  };
}
