import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { liveEnvironment } from '../tests/support/live';
import { ConfigError, readConfig } from './config';

/** Nothing is wrong with it. */
const live = liveEnvironment;

const backed = { BACKUP_DIR: '/backup', BACKUP_PASSPHRASE: 'a dozen letters' };

describe('the environment', () => {
  test('may be empty: everything has a default', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      siteMode: 'demo',
      passwordMin: 6,
      passwordList: 'on',
      rateLimits: true,
      publicUrl: 'http://127.0.0.1:3000',
    });
  });

  test.each([
    ['0', 0],
    ['90s', 90_000],
    ['45m', 2_700_000],
    ['24h', 86_400_000],
    ['365d', 31_536_000_000],
  ])('takes WITHDRAWAL_HOLD=%s as milliseconds', (text, milliseconds) => {
    expect(readConfig({ WITHDRAWAL_HOLD: text }).withdrawalHold).toBe(milliseconds);
  });

  test('lets withdrawals wait a day in live mode and not at all in demo mode, and limits none', () => {
    expect(readConfig(live).withdrawalHold).toBe(24 * 3_600_000);
    const demo = readConfig({});
    expect(demo.withdrawalHold).toBe(0);
    expect(demo).not.toHaveProperty('withdrawalDailyLimit');
    expect(demo).not.toHaveProperty('withdrawalsPerDay');
    expect(readConfig({ WITHDRAWAL_DAILY_LIMIT: '1000.50', WITHDRAWALS_PER_DAY: '3' })).toMatchObject({
      withdrawalDailyLimit: 1_000.5,
      withdrawalsPerDay: 3,
    });
  });

  test('takes an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000 });
    // Blanks would be the number 0.
    expect(readConfig({ PORT: ' ', HOST: '\t' })).toMatchObject({ port: 3000, host: '127.0.0.1' });
  });

  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_OWNER_URL', 'localhost/x'],
    ['DATABASE_DIRECT_URL', 'localhost/x'],
    ['DATABASE_READ_URL', 'localhost/x'],
    ['DATABASE_POOLER', 'statement'],
    ['DATABASE_POOLER', 'transaction'],
    ['ALLOW_OWNER_ROLE', 'because'],
    ['SITE_MODE', 'test'],
    ['JWT_SECRET', 'short'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', 'short'],
    ['AUDITOR_EMAIL', 'nobody'],
    ['AUDITOR_PASSWORD', 'short'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com:587/?tls.rejectUnauthorized=false'],
    ['MAIL_FROM', 'true'],
    ['MAIL_FROM', 'Averin <a@example.com>\nBcc: b@example.com'],
    ['SMTP_TLS', 'sometimes'],
    ['SMTP_TLS_CA', '/nowhere'],
    ['ALLOW_INSECURE', 'yes'],
    ['PUBLIC_URL', 'example.com'],
    ['RATE_LIMITS', 'none'],
    ['PASSWORD_MIN', '3'],
    ['PASSWORD_LIST', 'some'],
    ['WITHDRAWAL_HOLD', '24'],
    ['WITHDRAWAL_HOLD', '-1h'],
    ['WITHDRAWAL_HOLD', '366d'],
    ['WITHDRAWAL_HOLD', 'a day'],
    ['WITHDRAWAL_DAILY_LIMIT', '0'],
    ['WITHDRAWAL_DAILY_LIMIT', '10.005'],
    ['WITHDRAWALS_PER_DAY', '0'],
    ['WITHDRAWALS_PER_DAY', '1.5'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'proxy.example.com'],
    ['TRUST_PROXY', '10.0.0.1, everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', 'loopback, ::/0'],
    ['DEV_MAILBOX_KEY', 'with/slashes/in/between'],
    ['DEV_MAILBOX_KEY', 'x'.repeat(81)],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  test.each([
    ['HOST', 'http://127.0.0.1', 'must be an address or a name of this machine'],
    ['PORT', 'many', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x10', 'must be a whole number from 0 to 65535'],
    ['BACKUP_KEEP', '1e3', 'must be a whole number from 1 to 10000'],
    ['DATA_DIR', 'a\nb', 'must have no line break'],
    ['BACKUP_DIR', 'a\nb', 'must have no line break'],
    ['DATABASE_URL', 'postgres:///averin', 'must name a host'],
    ['DATABASE_URL', 'postgres://server:50%@host/averin', 'has a % that is no part of a percent code'],
    ['SMTP_URL', 'smtp://mailer:50%@host:587', 'has a % that is no part of a percent code'],
    ['SMTP_TLS_CA', import.meta.filename, 'must name a file that holds a certificate'],
    ['ADMIN_PASSWORD_FILE', '/', 'must name a file that can be read (EISDIR)'],
    ['ADMIN_PASSWORD', 'x'.repeat(257), 'must have 256 characters or fewer'],
    ['MAIL_FROM', 'https://user:secret@host', 'must be an address like'],
    ['PUBLIC_URL', 'https://invest.example.com/?a=b', 'must have no ? and no # in it'],
    ['PUBLIC_URL', 'https://invest.example.com/#top', 'must have no ? and no # in it'],
    ['PUBLIC_URL', 'https://user:secret@invest.example.com', 'must have no user and no password in it'],
    ['CHECKPOINT_URL', 'https://user:secret@host', 'must have no user and no password in it'],
    ['SHUTDOWN_DELAY', '11m', 'must be 0, or a time of at most 10m'],
    ['SHUTDOWN_DELAY', 'soon', 'must be 0, or a time of at most 10m'],
    ['DRILL_EVERY', '0', 'must be a time from 1m to 365d'],
    [
      'WITHDRAWAL_DAILY_LIMIT',
      '1e3',
      'must be more than 0 and at most 1000000000, with at most two decimals',
    ],
  ])('%s=%s is said with what is allowed', (name, value, said) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${said}`);
  });

  test('no wrong value of any variable ends in anything but lines that name it, or shows a secret', () => {
    const file = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8');
    const names = [...file.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(50);
    // Those that say something, and may hold what they like.
    const shown = ['FOUR_EYES', 'TRUST_PROXY'];
    for (const name of names) {
      for (const value of [
        'planted',
        '-1',
        '1.5',
        '99999999999',
        'https://user:planted@x.test/?a#b',
        'a\nb',
      ]) {
        try {
          readConfig({ [name]: value });
        } catch (error) {
          expect(error, name).toBeInstanceOf(ConfigError);
          const said = error instanceof Error ? error.message : '';
          expect(
            said.split('\n').filter((line) => !line.startsWith(name.replace(/_.*/, ''))),
            name,
          ).toEqual([]);
          if (!shown.includes(name)) expect(said, name).not.toContain('planted');
          expect(said, name).not.toMatch(/nan|Expected|Invalid/);
        }
      }
    }
  });

  test.each([
    ['::', 'http://[::]:3000'],
    ['fe80::1%eth0', 'http://[fe80::1]:3000'],
  ])('an address of IPv6 as HOST, %s, makes an address that can be read', (HOST, publicUrl) => {
    expect(readConfig({ HOST })).toMatchObject({ publicUrl });
    expect(URL.canParse(publicUrl)).toBe(true);
  });

  test.each(['0.0.0.0/0', '::/0', '10.0.0.1, ::/000'])('says why %s is not believed', (value) => {
    expect(() => readConfig({ TRUST_PROXY: value })).toThrow(/^TRUST_PROXY: ".*\/0+" is everybody/m);
  });

  test('takes proxies by address, by range and by name', () => {
    const trustProxy = ['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8', 'loopback', 'linklocal', 'uniquelocal'];
    expect(readConfig({ TRUST_PROXY: trustProxy.join(' , ') })).toMatchObject({ trustProxy });
  });

  test('warns of a key of the dev mailbox that can be guessed', () => {
    expect(readConfig({ DEV_MAILBOX_KEY: 'short' }).warnings).toEqual([
      expect.stringContaining('DEV_MAILBOX_KEY'),
    ]);
    expect(readConfig({ DEV_MAILBOX_KEY: 'x'.repeat(16) }).warnings).toEqual([]);
  });

  test('names everything that is wrong at once', () => {
    expect(() => readConfig({ PORT: 'x', SITE_MODE: 'y' })).toThrow(/PORT[\s\S]*SITE_MODE/);
  });

  test('for live mode needs a secret of its own and its limits', () => {
    expect(() => readConfig({ SITE_MODE: 'live' })).toThrow('JWT_SECRET');
    expect(() => readConfig({ ...live, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS');
    expect(readConfig(live)).toMatchObject({ siteMode: 'live' });
  });

  test.each([
    ['JWT_SECRET', { JWT_SECRET: '' }],
    ['JWT_SECRET', { JWT_SECRET: 'x'.repeat(32) }],
    ['JWT_SECRET', { JWT_SECRET: 'my-super-secret-jwt-key-for-signing-tokens' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'password1234567' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'aaaaaaaaaaaaaaaaaaaa' }],
    ['AUDITOR_PASSWORD', { AUDITOR_EMAIL: 'b@averin.test', AUDITOR_PASSWORD: 'qwertyuiopasdfgh' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://invest.averin.test' }],
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['SMTP_TLS', { SMTP_URL: 'smtp://mail.averin.test', SMTP_TLS: 'off' }],
    ['MAIL_FROM', { MAIL_FROM: '' }],
    ['MAIL_FROM', { MAIL_FROM: 'no-reply@mail.example.org' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off' }],
    ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://averin@db.averin.test/averin' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://averin@10.0.0.5/averin?sslmode=no-verify' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://averin@db/averin?sslmode=require' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://averin@db/averin?sslmode=verify-full&sslmode=disable' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://averin@localhost/averin?host=db.averin.test' }],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'postgres://owner@localhost/averin' }],
    ['DATABASE_DIRECT_URL', { DATABASE_URL: 'postgres://a@localhost/b', DATABASE_POOLER: 'transaction' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://a@localhost/b' }],
    ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgres://a@localhost/b' }],
    [
      'DATABASE_READ_URL',
      { DATABASE_URL: 'postgres://a@localhost/b', DATABASE_READ_URL: 'postgres://a@db/b' },
    ],
    [
      'DATABASE_DIRECT_URL',
      {
        DATABASE_URL: 'postgres://a@localhost/b',
        DATABASE_POOLER: 'transaction',
        DATABASE_DIRECT_URL: 'postgres://a@db/b',
      },
    ],
    [
      'DATABASE_OWNER_URL',
      {
        DATABASE_URL: 'postgres://a@localhost/b',
        DATABASE_OWNER_URL: 'postgres://owner@db/b?sslmode=require',
      },
    ],
  ])('for live mode names %s when it is %j', (name, wrong) => {
    expect(() => readConfig({ ...live, ...wrong })).toThrow(new RegExp(`^${name}: `));
  });

  test('for live mode takes what nobody else can read along', () => {
    for (const DATABASE_URL of [
      'postgres://averin@db.averin.test/averin?sslmode=verify-full',
      'postgres://averin@127.0.0.1:5433/averin',
      'postgres://averin@localhost/averin',
      'postgres://averin@[::1]/averin',
      'postgres://averin@%2Fvar%2Frun%2Fpostgresql/averin',
      'postgres:///averin?host=/var/run/postgresql',
    ]) {
      expect(readConfig({ ...live, DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL });
    }
  });

  test('for live mode takes less only with a reason, which is said at every start', () => {
    const insecure = {
      ...live,
      PUBLIC_URL: 'http://invest.averin.test',
      SMTP_URL: 'smtp://127.0.0.1:25',
      SMTP_TLS: 'off',
      DATABASE_URL: 'postgres://averin@db/averin',
    };
    expect(() => readConfig(insecure)).toThrow(/PUBLIC_URL: [\s\S]*SMTP_TLS: [\s\S]*DATABASE_URL: /);
    expect(() => readConfig({ ...insecure, ALLOW_INSECURE: 'because' })).toThrow(
      /ALLOW_INSECURE: must say why[\s\S]*PUBLIC_URL: /,
    );
    const config = readConfig({ ...insecure, ALLOW_INSECURE: 'one wire, one room' });
    expect(config.smtp).toEqual({ url: 'smtp://127.0.0.1:25', encrypted: false });
    expect(config.warnings.join('\n')).toContain('"one wire, one room"');
    expect(() => readConfig({ ...insecure, ALLOW_INSECURE: 'one wire, one room', JWT_SECRET: '' })).toThrow(
      'JWT_SECRET',
    );
  });

  test('for live mode names a version of Node that gets no security fixes', () => {
    const warnings = (node: string, today: string) =>
      readConfig({ ...live, ...backed, FOUR_EYES: 'address' }, [], { node, today: new Date(today) }).warnings;
    expect(warnings('20.19.0', '2026-04-30')).toEqual([]);
    expect(warnings('20.19.0', '2026-05-01')).toEqual([expect.stringContaining('Node.js 20.19.0')]);
    expect(warnings('24.1.0', '2026-05-01')).toEqual([]);
    expect(readConfig({}, [], { node: '20.19.0', today: new Date('2030-01-01') }).warnings).toEqual([]);
  });

  test('asks for backups in live mode, encrypted ones, and takes them for the embedded database alone', () => {
    const warnings = (more: NodeJS.ProcessEnv) => readConfig({ ...live, ...more }).warnings.join();
    expect(warnings({})).toContain('BACKUP_DIR is not set');
    expect(warnings({ BACKUP_DIR: '/backup' })).toContain('BACKUP_PASSPHRASE is not set');
    expect(warnings(backed)).not.toContain('BACKUP');
    const of = { DATABASE_URL: 'postgres://server@localhost/averin', ALLOW_INSECURE: 'one wire, one room' };
    expect(() => readConfig({ ...live, ...of, ...backed })).toThrow(
      /^BACKUP_DIR: is for the embedded database/,
    );
    expect(() => readConfig({ DRILL_EVERY: '7d' })).toThrow('DRILL_EVERY: needs BACKUP_DIR');
    expect(() => readConfig({ BACKUP_EVERY: '1s' })).toThrow('BACKUP_EVERY: must be a time from 1m to 365d');
    expect(() => readConfig({ BACKUP_PASSPHRASE: 'short' })).toThrow('BACKUP_PASSPHRASE: must have 12');
  });

  test('names the acts that take two administrators; a live start without them is warned of', () => {
    expect(readConfig({}).fourEyes).toEqual({ address: false, people: false });
    expect(readConfig({ FOUR_EYES: 'address, adjustment:1000,withdrawal:99.5,people' }).fourEyes).toEqual({
      address: true,
      adjustment: 100_000,
      withdrawal: 9_950,
      people: true,
    });
    // Who lets people in alone would be the second one as well: no word goes without it.
    for (const word of ['address', 'adjustment:1000', 'withdrawal:1000', 'people']) {
      expect(readConfig({ FOUR_EYES: word }).fourEyes.people, word).toBe(true);
    }
    for (const wrong of ['addresses', 'adjustment', 'adjustment:0', 'people:5', 'address,address', ',']) {
      expect(() => readConfig({ FOUR_EYES: wrong })).toThrow('FOUR_EYES');
    }
    const today = { node: '24.1.0', today: new Date('2026-05-01') };
    expect(readConfig({ ...live, ...backed }, [], today).warnings).toEqual([
      expect.stringContaining('FOUR_EYES'),
    ]);
  });

  test('for live mode asks more of passwords, unless the operator says otherwise', () => {
    expect(readConfig(live)).toMatchObject({ passwordMin: 15, passwordList: 'strict' });
    expect(readConfig({ ...live, PASSWORD_MIN: '8', PASSWORD_LIST: 'off' })).toMatchObject({
      passwordMin: 8,
      passwordList: 'off',
    });
  });

  test('for live mode lists all that is missing, in the environment and in the pages', () => {
    const missing = [
      'src/app.config.ts, operator: the legal name',
      'src/app.config.ts, risk: the risk notice',
    ];
    const all =
      /JWT_SECRET[\s\S]*SMTP_URL[\s\S]*PUBLIC_URL[\s\S]*operator: the legal name[\s\S]*risk: the risk notice/;
    expect(() => readConfig({ SITE_MODE: 'live' }, missing)).toThrow(ConfigError);
    for (const wrong of [{ JWT_SECRET: '' }, { JWT_SECRET: 'short' }]) {
      expect(() => readConfig({ SITE_MODE: 'live', ...wrong }, missing)).toThrow(all);
    }
    expect(() => readConfig(live, missing)).toThrow('operator');
    expect(readConfig({ SITE_MODE: 'demo' }, missing)).toMatchObject({ siteMode: 'demo' });
  });

  test('takes the administrator whole or not at all, the password from a file as well', () => {
    expect(() => readConfig({ ADMIN_EMAIL: 'a@example.com' })).toThrow('ADMIN_PASSWORD');
    const folder = mkdtempSync(join(tmpdir(), 'averin-config-'));
    const file = join(folder, 'password');
    writeFileSync(file, 'from a file\n');
    const config = readConfig({ ADMIN_EMAIL: 'A@example.com', ADMIN_PASSWORD_FILE: file });
    expect(config.admin).toEqual({ email: 'a@example.com', password: 'from a file' });
    expect(() => readConfig({ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD_FILE: '/nowhere' })).toThrow(
      'ADMIN_PASSWORD_FILE',
    );
    rmSync(folder, { recursive: true });
  });

  test('takes an auditor in the same way, who is not the administrator', () => {
    expect(() => readConfig({ AUDITOR_PASSWORD: 'long enough' })).toThrow('AUDITOR_EMAIL');
    const auditor = { AUDITOR_EMAIL: 'B@example.com', AUDITOR_PASSWORD: 'long enough' };
    expect(readConfig(auditor).auditor).toEqual({ email: 'b@example.com', password: 'long enough' });
    const admin = { ADMIN_EMAIL: 'b@example.com', ADMIN_PASSWORD: 'long enough' };
    expect(() => readConfig({ ...auditor, ...admin })).toThrow('AUDITOR_EMAIL');
  });
});

describe('METRICS_LISTEN', () => {
  const read = (HOST: string, METRICS_LISTEN: string, PORT = '4000') =>
    readConfig({ HOST, PORT, METRICS_LISTEN });

  test.each([
    ['127.0.0.1', '127.0.0.1:4000'],
    ['127.0.0.1', 'localhost:4000'],
    ['0.0.0.0', '127.0.0.1:4000'],
    ['127.0.0.1', '0.0.0.0:4000'],
    ['::', '[::1]:4000'],
  ])('where the server itself listens is refused by its own name: %s and %s', (host, listen) => {
    expect(() => read(host, listen)).toThrow(
      new ConfigError(`METRICS_LISTEN: must be another address than the server's own, ${host}:4000`),
    );
  });

  test.each([
    ['127.0.0.1', '127.0.0.1:4001', '4000'],
    ['127.0.0.1', '127.0.0.2:4000', '4000'],
    ['127.0.0.1', '127.0.0.1:0', '0'],
  ])('elsewhere is taken: beside %s, %s', (host, listen, port) => {
    expect(read(host, listen, port).metricsListen).toBeDefined();
  });
});
