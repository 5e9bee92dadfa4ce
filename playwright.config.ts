import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './scripts/chromium';
import { patient } from './tests/support/patience';

const executablePath = findChromium();

/**
 * Tests visit pages for a short while: code is run as it comes, since to optimize it first takes longer than it saves, and there is
 * room for what is gone soon before it is collected.
 */
const forShortVisits = '--js-flags=--no-opt --no-maglev --min-semi-space-size=16 --max-semi-space-size=32';

/** The product in a real browser. Each worker starts and stops the products that its files need. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  // Two cores are busy with two: with a third one all of them take a tenth longer.
  workers: 2,
  // What passes at the second try only is named by the run (scripts/test-report.ts): a test to be mended.
  retries: 1,
  forbidOnly: true,
  timeout: patient(240_000),
  expect: { timeout: patient(30_000) },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    actionTimeout: patient(30_000),
    navigationTimeout: patient(60_000),
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...chromiumArgs, forShortVisits],
    },
    screenshot: 'only-on-failure',
    // A recording of each test costs as much as the test; `--trace on` makes one.
    trace: 'off',
  },
});
