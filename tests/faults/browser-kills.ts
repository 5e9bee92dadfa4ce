import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SimpleFaker } from '@faker-js/faker';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { calls } from '../../contract/calls';
import { legalDocumentSchema } from '../../contract/legal';
import { toasts } from '../../contract/messages';
import { screens, serverPaths } from '../../contract/paths';
import { storageKeys } from '../../contract/storage-keys';
import { transactionSchema } from '../../contract/transaction';
import { z } from '../../contract/zod';
import { chromiumArgs, ensureChromium } from '../../scripts/chromium';
import { patient } from '../support/patience';
import { shorten } from './examine';
import type { Outcome } from './outcome';
import { send, signUp, textInDevMailbox } from './requests';
import type { Victim } from './victim';

/** Rounds that may go wrong before the rest is given up: one takes until something was waited for in vain. */
const mostProblems = 3;
/** Milliseconds from the click that submits until the browser is killed; a different moment each time. */
const killedAfter = { min: 0, max: 250 };

/** The processes of a browser, by the folder of its profile, which each of them names. From Linux's /proc. */
function processesOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile);
      } catch {
        return false;
      }
    })
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

function kill(profile: string): number {
  const pids = processesOf(profile);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended with those before it.
    }
  }
  return pids.length;
}

/** A browser on a folder of its own, so that what it has stored is there for the next one. */
function open(profile: string, executablePath: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { executablePath, args: chromiumArgs });
}

async function openDeposit(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Deposit' });
  await dialog.waitFor();
  return dialog;
}

async function fillDeposit(page: Page, reference: string): Promise<Locator> {
  const dialog = await openDeposit(page);
  await dialog.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Bitcoin' }).click();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('500');
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await dialog.getByLabel('Transaction Id').fill(reference);
  return dialog;
}

const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Deposit', exact: true }).click();

/** What is killed, and who uses it. */
interface Scene {
  address: string;
  token: string;
  profile: string;
  executablePath: string;
}

/** The page of the dashboard, signed in. */
async function enter(context: BrowserContext, { address, token }: Scene): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(patient(60_000));
  await page.goto(address + serverPaths.robots);
  await page.evaluate(`localStorage.setItem(${JSON.stringify(storageKeys.token)}, ${JSON.stringify(token)})`);
  await page.goto(address + screens.dashboard);
  return page;
}

/** Agrees to the documents in force, which the dashboard would ask for before anything else. */
async function acceptDocuments(address: string, token: string): Promise<void> {
  const documents = z
    .array(legalDocumentSchema)
    .parse(await send(address, 'GET', calls.listDocuments.path, undefined, token));
  const versions = Object.fromEntries(documents.map(({ document, version }) => [document, version]));
  const { method, path } = calls.acceptDocuments;
  await send(address, method, path, versions, token);
}

/** Which of the investor's deposits name a reference. */
async function depositsOf({ address, token }: Scene, reference: string): Promise<number> {
  const all = z
    .array(transactionSchema)
    .parse(await send(address, 'GET', '/api/transaction/all', undefined, token));
  return all.filter(({ transactionId }) => transactionId === reference).length;
}

/** What a person does afterwards in a new browser: sends again what the form says was sent, or types it once more. */
async function repeat(scene: Scene, reference: string): Promise<'kept' | 'typed'> {
  const context = await open(scene.profile, scene.executablePath);
  try {
    const page = await enter(context, scene);
    const dialog = await openDeposit(page);
    const again = dialog.getByRole('button', { name: 'Send again' });
    const proceed = dialog.getByRole('button', { name: 'Proceed' });
    await again.or(proceed).first().waitFor();
    if (await again.isVisible()) {
      await again.click();
      await page.getByText(toasts.deposit).waitFor();
      return 'kept';
    }
    // The browser had not yet written down that it was sent.
    if ((await depositsOf(scene, reference)) === 0) {
      const tab = await context.newPage();
      tab.setDefaultTimeout(patient(60_000));
      await tab.goto(scene.address + screens.dashboard);
      await submit(await fillDeposit(tab, reference));
      await tab.getByText(toasts.deposit).waitFor();
    }
    return 'typed';
  } finally {
    await context.close();
  }
}

/**
 * Kills Chromium with all its processes in the middle of a deposit, so many times: the deposit may be there once at most,
 * and once when a new browser on the same profile has sent it again. The seed decides when it is killed.
 */
export async function playBrowserKills(victim: Victim, times: number, seed: number): Promise<Outcome> {
  const executablePath = ensureChromium();
  const random = new SimpleFaker();
  random.seed(seed);
  await victim.start();
  const { address } = victim;
  const textOf = (email: string) => textInDevMailbox(address, email);
  const token = await signUp(address, 'browser@example.com', textOf);
  await acceptDocuments(address, token);
  const problems: string[] = [];
  const seen = { rounds: 0, arrived: 0, kept: 0, typed: 0 };
  for (let round = 1; round <= times && problems.length < mostProblems; round += 1) {
    seen.rounds = round;
    const profile = mkdtempSync(join(tmpdir(), 'averin-browser-'));
    const scene = { address, token, profile, executablePath };
    const reference = `seed-${seed}-browser-${round}`;
    try {
      const context = await open(profile, executablePath);
      const dialog = await fillDeposit(await enter(context, scene), reference);
      // Its answer comes to nobody.
      const clicked = submit(dialog).catch(() => {});
      await delay(random.number.int(killedAfter));
      if (kill(profile) === 0) problems.push(`round ${round}: there was no browser to kill`);
      await clicked;
      await context.close().catch(() => {});
      const arrived = await depositsOf(scene, reference);
      if (arrived > 1) problems.push(`round ${round}: ${arrived} deposits after the browser was killed`);
      seen.arrived += arrived;
      seen[await repeat(scene, reference)] += 1;
      const made = await depositsOf(scene, reference);
      if (made !== 1) problems.push(`round ${round}: ${made} deposits after it was sent again`);
    } catch (error) {
      const problem = `round ${round}: ${error instanceof Error ? error.message : String(error)}`;
      problems.push(problem);
      console.log(problem);
    } finally {
      if (round % 10 === 0) console.log(`browser: killed ${round} times`);
      kill(profile);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  console.log(
    `browser: killed ${seen.rounds} of ${times} times in mid-submit; the deposit had arrived ${seen.arrived} times, the form knew of it ${seen.kept} times afterwards, and it was typed or looked up ${seen.typed} times`,
  );
  return problems.length === 0
    ? { passed: 1, failures: [] }
    : { passed: 0, failures: [`browser: ${shorten(problems)}`] };
}
