import { isLoopback } from './network';
import { secretProblem } from './secret-strength';

/** What live mode looks at, as it was set; what is unset or empty is left out. */
interface LiveValues {
  JWT_SECRET?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_OWNER_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_READ_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  SMTP_TLS: 'required' | 'off';
  MAIL_FROM: string;
  PUBLIC_URL?: string | undefined;
  ALLOW_INSECURE?: string | undefined;
  RATE_LIMITS: 'on' | 'off';
}

/** What is wrong with an environment for real use, a line each that begins with the variable's name. */
export function liveProblems(values: LiveValues): string[] {
  const weak = values.JWT_SECRET === undefined ? undefined : secretProblem(values.JWT_SECRET);
  return [
    ...(values.JWT_SECRET === undefined ? ['JWT_SECRET: required when SITE_MODE is live'] : []),
    ...(weak === undefined ? [] : [`JWT_SECRET: ${weak}`]),
    ...(values.SMTP_URL === undefined
      ? ['SMTP_URL: required when SITE_MODE is live, since people sign up with codes sent by mail']
      : []),
    ...(/@([\w-]+\.)*example(\.(com|net|org))?\s*>?\s*$/i.test(values.MAIL_FROM)
      ? ['MAIL_FROM: still an example; set the address that the product writes from']
      : []),
    ...(values.RATE_LIMITS === 'off' ? ['RATE_LIMITS: off is accepted only when SITE_MODE is demo'] : []),
    ...(values.ALLOW_INSECURE === undefined ? readableByOthers(values) : []),
  ];
}

const databaseAddresses = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
] as const;

/** What lets others on the way read along, which an operator can have a reason for. */
function readableByOthers({ PUBLIC_URL, SMTP_TLS, ...values }: LiveValues): string[] {
  const unless = 'or say in ALLOW_INSECURE why it need not be encrypted';
  return [
    ...(PUBLIC_URL?.startsWith('https:')
      ? []
      : [`PUBLIC_URL: must begin with https:// when SITE_MODE is live, ${unless}`]),
    ...(SMTP_TLS === 'off' ? [`SMTP_TLS: off sends codes in clear; leave it unset, ${unless}`] : []),
    ...databaseAddresses.flatMap((name) => {
      const address = values[name];
      if (address === undefined || isGuarded(address)) return [];
      return [`${name}: is reached over a network, so it must end with ?sslmode=verify-full, ${unless}`];
    }),
  ];
}

/**
 * Whether nobody can read or bend what goes to the database: it stays on this machine, or its certificate is verified.
 * Of the library's modes only verify-full means that for good: "require" verifies today and no longer in its next
 * version, "no-verify" and "disable" never do.
 */
function isGuarded(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const hosts = searchParams.getAll('host');
  const near = (hosts.length > 0 ? hosts : [decodeURIComponent(hostname)]).every(
    (host) => host === '' || host.startsWith('/') || isLoopback(host.replace(/^\[(.*)\]$/, '$1')),
  );
  return near || searchParams.getAll('sslmode').at(-1) === 'verify-full';
}
