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
/** What of an address is wrong, without saying what it holds; none when it is right. */
const address = (problemOf: (url: URL) => string | undefined, example: string) =>
  z
    .string()
    .trim()
    .superRefine((value, context) => {
      const message = URL.canParse(value) ? problemOf(new URL(value)) : `must be an address like ${example}`;
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    });

const smtpExample = 'smtp://user:password@host:587';
const brokenCode = 'has a % that is no part of a percent code; write % itself as %25';
const databaseExample = 'postgres://user:password@host:5432/database';
const databaseSchemes = ['postgres:', 'postgresql:'];

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const databaseAddress = address((url) => {
  if (!databaseSchemes.includes(url.protocol)) return `must be an address like ${databaseExample}`;
  // The driver would take the database of this machine, or what PGHOST says.
  if (url.hostname === '' && !url.searchParams.get('host')) {
    return `must name a host, as in ${databaseExample}, or a folder of a socket, as in postgres:///database?host=/run/postgresql`;
  }
  if ([url.username, url.password, url.hostname, url.pathname].every(isDecodable)) return undefined;
  return brokenCode;
}, databaseExample);
const password = z
  .string()
  .min(8, 'must have 8 characters or more')
  .max(256, 'must have 256 characters or fewer');
/** Why something that is refused otherwise is right here. */
const reason = z.string().trim().min(10, 'must say why, in 10 characters or more');
const durationUnits: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A whole number in digits. */
const whole = (least: number, most: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => /^\d{1,12}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number);

/** A path as any system takes it, and as it can be shown in one line. */
const path = z.string().regex(/^\P{Cc}+$/u, 'must have no line break or other control character in it');

const publicExample = 'https://invest.example.com';

/**
 * Acts that take two administrators (docs/rules.md, "Two persons"); of those on money from so many cents on. Any of them has
 * `people` as well: who lets people in alone approves as the second one.
 */
export interface FourEyes {
  address: boolean;
  adjustment?: number;
  withdrawal?: number;
  people: boolean;
}

/** What `FOUR_EYES` names, like address,adjustment:1000,withdrawal:10000,people. */
function toFourEyes(text: string, context: z.RefinementCtx): FourEyes {
  const wanted: FourEyes = { address: false, people: true };
  const named = new Set<string>();
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, name = '', dollars] = /^([a-z]+)(?::(\d{1,10}(?:\.\d{1,2})?))?$/.exec(part) ?? [];
    const cents = dollars === undefined ? undefined : Math.round(Number(dollars) * 100);
    const twice = named.has(name);
    named.add(name);
    if (!twice && cents === undefined && (name === 'address' || name === 'people')) wanted[name] = true;
    else if (!twice && cents && (name === 'adjustment' || name === 'withdrawal')) wanted[name] = cents;
    else {
      const message = `${JSON.stringify(part)} is not one of address, people, adjustment:DOLLARS and withdrawal:DOLLARS, each once`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  }
  return wanted;
}
/** For how many days something is kept. */
const days = whole(1, 36_525);
/** Names of ranges that `TRUST_PROXY` may hold instead of an address. */
const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0) return proxyNames.includes(text);
  const most = family === 4 ? 32 : 128;
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

/** Whether a range is that of all addresses. */
const isEverybody = (proxy: string) => /\/0+$/.test(proxy);

/** The proxies to believe. */
function toProxies(text: string, context: z.RefinementCtx): string[] {
  const proxies = text.split(',').map((part) => part.trim());
  const wrong = proxies.find((proxy) => !isProxy(proxy) || isEverybody(proxy));
  if (wrong === undefined) return proxies;
  const message = isEverybody(wrong)
    ? `${JSON.stringify(wrong)} is everybody, and whoever is believed chooses the own address: name your proxies`
    : `${JSON.stringify(wrong)} is neither an address, nor a range like 10.0.0.0/8, nor one of ${proxyNames.join(', ')}`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** Milliseconds of a text like 90m, 24h or 2d; `allowed` says in words what `least` and `most` are. */
const duration = (least: number, most: number, allowed: string) =>
  z.string().transform((text, context) => {
    const [, count, unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(text.trim()) ?? [];
    const milliseconds = Number(count) * (durationUnits[unit] ?? (Number(count) === 0 ? 0 : Number.NaN));
    if (milliseconds >= least && milliseconds <= most) return milliseconds;
    context.addIssue({ code: 'custom', message: `must be ${allowed}` });
    return z.NEVER;
  });

/** A time between two things, long enough for the first one to end. */
const interval = duration(60_000, 365 * 86_400_000, 'a time from 1m to 365d, like 90m, 24h or 2d');

/** A host and a port to listen on, like 127.0.0.1:9464 or [::1]:9464. */
function toListen(text: string, context: z.RefinementCtx): { host: string; port: number } {
  const [, bracketed, plain, port = ''] = /^(?:\[([0-9a-fA-F:]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
  context.addIssue({ code: 'custom', message: 'must be a host and a port like 127.0.0.1:9464' });
  return z.NEVER;
}

const isHttp = ({ protocol }: URL) => ['http:', 'https:'].includes(protocol);

const httpAddress = (example: string) =>
  address((url) => (isHttp(url) ? undefined : `must be an address like ${example}`), example);

/** One that is shown, or that is sent to by what takes no password from an address. */
const bareAddress = (example: string) =>
  httpAddress(example).refine(
    (value) => !URL.canParse(value) || (new URL(value).username || new URL(value).password) === '',
    'must have no user and no password in it',
  );

const publicAddress = bareAddress(publicExample).refine(
  (value) => !/[?#]/.test(value),
  `must have no ? and no # in it, since links are made by adding to it; like ${publicExample}`,
);

/** An address alone, or a name and an address in angle brackets. */
const mailFrom =
  /^(?:[^\p{Cc}<>]*<[^\p{Cc}<>\s@:/]+@[^\p{Cc}<>\s@:/]+>|[^\p{Cc}<>\s@:/]+@[^\p{Cc}<>\s@:/]+)$/u;

const isHost = (text: string) => isIP(text) !== 0 || /^[\w.-]+$/.test(text);

/** The environment (.env.example). An empty variable counts as unset. */
const variables = z.object({
  HOST: z
    .string()
    .trim()
    .refine(isHost, 'must be an address or a name of this machine and no more, like 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  DATA_DIR: path.default('./data'),
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
  CHECKPOINT_URL: bareAddress('https://checkpoints.example/averin').optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: password.optional(),
  ADMIN_PASSWORD_FILE: z.string().optional(),
  AUDITOR_EMAIL: z.email('must be an e-mail address').optional(),
  AUDITOR_PASSWORD: password.optional(),
  AUDITOR_PASSWORD_FILE: z.string().optional(),
  SMTP_URL: address((url) => {
    if (!['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
      return `must be an address like ${smtpExample}`;
    }
    // The library would take any of its settings from it, such as one that trusts every certificate.
    if (/[?#]/.test(url.href)) return 'must have nothing behind the port; see SMTP_TLS and SMTP_TLS_CA';
    return isDecodable(url.username) && isDecodable(url.password) ? undefined : brokenCode;
  }, smtpExample).optional(),
  SMTP_TLS: z.enum(['required', 'off']).default('required'),
  SMTP_TLS_CA: z.string().optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(mailFrom, 'must be an address like Averin <support@example.com>')
    .default('Averin <no-reply@example.com>'),
  PUBLIC_URL: publicAddress.optional(),
  ALLOW_INSECURE: reason.optional(),
  ALLOW_OWNER_ROLE: reason.optional(),
  TRUST_PROXY: z.string().transform(toProxies).optional(),
  DEV_MAILBOX_KEY: z
    .string()
    .regex(/^[\w.~-]{1,80}$/, 'must be 1 to 80 letters, digits, hyphens, dots, tildes or underscores')
    .optional(),
  RATE_LIMITS: flag.default('on'),
  PASSWORD_MIN: whole(6, 64).optional(),
  PASSWORD_LIST: passwordLists.optional(),
  SECOND_FACTOR: factorPolicies.optional(),
  FOUR_EYES: z.string().transform(toFourEyes).optional(),
  RETENTION_MAILS: days.default(30),
  RETENTION_SESSIONS: days.default(90),
  RETENTION_SECURITY_EVENTS: days.optional(),
  RETENTION_PROOFS: days.optional(),
  RETENTION_PEOPLE: whole(0, 36_525).optional(),
  /** What RETENTION_SECURITY_EVENTS was called before. */
  SECURITY_EVENTS_DAYS: whole(1, 3_650).default(90),
  PENDING_DEPOSITS: whole(1, 1_000_000_000).default(limits.pendingDeposits),
  WITHDRAWAL_HOLD: duration(
    0,
    365 * 86_400_000,
    '0, or a time of at most 365 days like 90m, 24h or 2d',
  ).optional(),
  WITHDRAWAL_DAILY_LIMIT: z
    .string()
    .trim()
    .refine(
      (text) => /^\d{1,10}(?:\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= limits.maxAmount,
      `must be more than 0 and at most ${limits.maxAmount}, with at most two decimals, like 10000`,
    )
    .transform(Number)
    .optional(),
  WITHDRAWALS_PER_DAY: whole(1, 1_000_000).optional(),
  BACKUP_DIR: path.optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have 12 characters or more').optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  BACKUP_EVERY: interval.default(86_400_000),
  BACKUP_KEEP: whole(1, 10_000).default(7),
  DRILL_EVERY: interval.optional(),
  METRICS_LISTEN: z.string().transform(toListen).optional(),
  SHUTDOWN_DELAY: duration(0, 600_000, '0, or a time of at most 10m, like 10s or 1m').default(0),
  SLOW_QUERY_MS: whole(0, 60_000).default(0),
  /** The rest of the OTEL_ variables is read by the library itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('http://127.0.0.1:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress('http://127.0.0.1:4318/v1/traces').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
});

export const settingNames: readonly string[] = Object.keys(variables.shape);

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
