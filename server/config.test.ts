import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config';

const live = {
  SITE_MODE: 'live',
  JWT_SECRET: 'x'.repeat(32),
};

describe('the environment', () => {
  test('may be empty: everything has a default', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      siteMode: 'demo',
      passwordMin: 6,
      rateLimits: true,
      publicUrl: 'http://127.0.0.1:3000',
    });
  });

  test('takes an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000 });
  });

  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SITE_MODE', 'test'],
    ['JWT_SECRET', 'short'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', 'short'],
    ['AUDITOR_EMAIL', 'nobody'],
    ['AUDITOR_PASSWORD', 'short'],
    ['SMTP_URL', 'mail.example.com'],
    ['PUBLIC_URL', 'example.com'],
    ['RATE_LIMITS', 'none'],
    ['PASSWORD_MIN', '3'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  test('names everything that is wrong at once', () => {
    expect(() => readConfig({ PORT: 'x', SITE_MODE: 'y' })).toThrow(/PORT[\s\S]*SITE_MODE/);
  });

  test('for live mode needs a secret of its own and its limits', () => {
    expect(() => readConfig({ SITE_MODE: 'live' })).toThrow('JWT_SECRET');
    expect(() => readConfig({ ...live, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS');
    expect(readConfig(live)).toMatchObject({ siteMode: 'live' });
  });

  test('for live mode lists all that is missing, in the environment and in the pages', () => {
    const missing = [
      'src/app.config.ts, operator: the legal name',
      'src/app.config.ts, risk: the risk notice',
    ];
    const all = /JWT_SECRET[\s\S]*operator: the legal name[\s\S]*risk: the risk notice/;
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
