import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './scripts/chromium';
import { patient } from './tests/support/patience';

const executablePath = findChromium();

/** The product in a real browser. Each test file starts and stops the product it needs. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // Each file has a product of its own, and much of its time is waiting.
  workers: 3,
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
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs },
    screenshot: 'only-on-failure',
    // A recording of each test costs as much as the test; `--trace on` makes one.
    trace: 'off',
  },
});
