// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { dropShell, holdShell, shellId } from './shell';

function addShell(): void {
  const shell = document.createElement('div');
  shell.id = shellId;
  document.body.append(shell);
}

const isThere = () => document.getElementById(shellId) !== null;
const soon = () => new Promise((resolve) => setTimeout(resolve));

it('goes when nothing is waited for, and not between two that are', async () => {
  addShell();
  const endFirst = holdShell();
  dropShell();
  await soon();
  expect(isThere()).toBe(true);
  endFirst();
  const endSecond = holdShell();
  await soon();
  expect(isThere()).toBe(true);
  endSecond();
  await soon();
  expect(isThere()).toBe(false);
});
