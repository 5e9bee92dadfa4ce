import { describe, expect, test } from 'vitest';
import { settingNames } from './environment';
import { misspeltSettings } from './misspelt';

const said = (...names: string[]) => misspeltSettings(Object.fromEntries(names.map((name) => [name, 'set'])));

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['RATE_LIMIT', 'RATE_LIMITS'],
  ['WITHDRAWL_HOLD', 'WITHDRAWAL_HOLD'],
  ['SITE-MODE', 'SITE_MODE'],
  ['RATELIMIT', 'RATE_LIMITS'],
  ['jwt_secret', 'JWT_SECRET'],
  ['SMTP_TLS_A', 'SMTP_TLS or SMTP_TLS_CA'],
])('%s is said to be no setting, and %s to be meant', (name, meant) => {
  expect(said(name)).toEqual([`${name} is not a setting: did you mean ${meant}?`]);
});

/** The names that one slip makes of a name. */
function slipsOf(name: string): string[] {
  return [...name].flatMap((letter, at) => {
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    return [before + after, name.slice(0, at) + letter + name.slice(at), `${before}Q${after}`].concat(
      after === '' ? [] : [before + after[0] + letter + after.slice(1)],
    );
  });
}

test('each slip in the name of each setting is found, and leads to that setting', () => {
  const long = settingNames.filter((name) => name.length > 4);
  expect(settingNames.filter((name) => !long.includes(name))).toEqual(['HOST', 'PORT']);
  for (const name of long) {
    for (const slip of slipsOf(name)) {
      if (slip !== name) expect(said(slip)).toEqual([expect.stringMatching(` ${name}[? ]`)]);
    }
  }
});

describe('nothing is said of', () => {
  test('settings, nor of what is empty', () => {
    expect(said(...settingNames)).toEqual([]);
    expect(misspeltSettings({ SMPT_URL: ' ', DATABSE_URL: '', RATE_LIMIT: undefined })).toEqual([]);
  });

  test('names two slips away, which others have', () => {
    expect(said('HTTP_URL', 'FTP_URL', 'SITE_URL', 'SMTP_USER', 'SITE_NAME', 'BACKUP_KEY')).toEqual([]);
  });

  test('what systems, shells, Node.js, npm, PostgreSQL, containers and their supervisors set', () => {
    const names = `
      PATH HOME USER LOGNAME SHELL TERM LANG LANGUAGE LC_ALL TZ PWD OLDPWD SHLVL _ HOSTNAME HOSTTYPE MAIL MAILTO EDITOR
      DISPLAY LS_COLORS TMPDIR XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR SSH_CLIENT SSH_AUTH_SOCK SUDO_USER
      NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_VERSION YARN_VERSION UV_THREADPOOL_SIZE
      INIT_CWD npm_config_loglevel npm_config_cache npm_config_user_agent npm_lifecycle_event npm_package_name npm_execpath
      PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PGSSLMODE PGPASSFILE POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB
      http_proxy https_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY MALLOC_ARENA_MAX
      KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS
      KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_PORT_443_TCP_PORT KUBERNETES_PORT_443_TCP_PROTO
      SMTP_PORT SMTP_HOST SMTP_SERVICE_HOST SMTP_SERVICE_PORT SMTP_PORT_25_TCP SMTP_PORT_25_TCP_ADDR
      DATABASE_PORT DATABASE_HOST DATABASE_NAME DATABASE_SERVICE_HOST DATABASE_PORT_5432_TCP DATABASE_PORT_5432_TCP_PROTO
      SERVICE_HOST SERVICE_PORT BACKUP_PORT BACKUP_SERVICE_HOST PUBLIC_PORT SITE_ADDRESS SITE_PORT
      INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID STATE_DIRECTORY RUNTIME_DIRECTORY LOGS_DIRECTORY NOTIFY_SOCKET
      LISTEN_PID LISTEN_FDS MAINPID CREDENTIALS_DIRECTORY COMPOSE_PROJECT_NAME DOCKER_HOST CI DYNO container
      SUPERUSER_PASSWORD OWNER_PASSWORD SERVER_PASSWORD VITE_API_URL CHROMIUM_PATH POSTGRESQL_BIN
      OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG OTEL_LOG_LEVEL
      OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_LOGS_ENDPOINT
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT OTEL_EXPORTER_OTLP_TRACES_HEADERS OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    `;
    expect(said(...names.trim().split(/\s+/))).toEqual([]);
  });
});
