// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { reportTrouble } from './connection';
import { BehindShell, dropShell, holdShell, shellId } from './shell';

afterEach(cleanup);

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

it('does not cover what keeps that from coming, nor come back', async () => {
  addShell();
  render(createElement(BehindShell));
  await soon();
  expect(isThere()).toBe(true);
  const part = {};
  act(() => reportTrouble(part, 'outdated'));
  await soon();
  expect(isThere()).toBe(false);
  act(() => reportTrouble(part, null));
  await soon();
  expect(isThere()).toBe(false);
});
