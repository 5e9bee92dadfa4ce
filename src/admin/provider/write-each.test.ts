import { HttpError } from 'ra-core';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../shared/api-error';
import { SentForApprovalNotice } from '../sent-for-approval';
import { endsAll, writeEach, writtenOf } from './write-each';

const refused = (message: string, status = 422) =>
  new ApiError(status, [{ error: message, message, code: 'conflict' }]);

/** Writes records as told: what each id ends in, undefined for a write that is made. */
function write(outcomes: Record<string, Error | undefined>) {
  const tried: unknown[] = [];
  const attempt = writeEach(Object.keys(outcomes), 'changed', async (id) => {
    tried.push(id);
    const outcome = outcomes[id];
    if (outcome) throw outcome;
  });
  return { tried, ended: attempt.catch((error: unknown) => error) };
}

describe('of several records', () => {
  test('all that are written are given', async () => {
    expect(await write({ a: undefined, b: undefined }).ended).toEqual(['a', 'b']);
  });

  test('those refused are counted by their reason, and the others written', async () => {
    const failure = await write({
      a: refused('Taken'),
      b: undefined,
      c: refused('Late', 412),
      d: refused('Taken'),
    }).ended;
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({ message: '1 of 4 changed. 2 not: Taken. 1 not: Late', status: 422 });
    expect(writtenOf(failure)).toEqual(['b']);
  });

  test('those that wait for a second administrator are counted apart', async () => {
    const failure = await write({ a: new SentForApprovalNotice('p-1'), b: undefined }).ended;
    expect(failure).toMatchObject({ message: '1 of 2 changed. 1 sent for approval', status: 202 });
    expect(writtenOf(failure)).toEqual(['b']);
  });

  test('when all wait it is the notice, without one proposal', async () => {
    const notice = await write({ a: new SentForApprovalNotice('p-1'), b: new SentForApprovalNotice('p-2') })
      .ended;
    expect(notice).toBeInstanceOf(SentForApprovalNotice);
    expect(notice).toMatchObject({ proposalId: undefined });
  });

  test('a limit that let none through is told itself, with how long it lasts', async () => {
    const limited = refused('Wait', 429);
    const { tried, ended } = write({ a: limited, b: undefined });
    expect(await ended).toBe(limited);
    expect(tried).toEqual(['a']);
  });

  test('a limit that came after some is told with how many were not tried', async () => {
    const failure = await write({ a: undefined, b: refused('Wait', 429), c: undefined, d: undefined }).ended;
    expect(failure).toMatchObject({ message: '1 of 4 changed. 1 not: Wait. 2 not tried', status: 429 });
  });

  test('one that waits and a limit after it are both told', async () => {
    const failure = await write({
      a: new SentForApprovalNotice('p-1'),
      b: refused('Gone', 503),
      c: undefined,
    }).ended;
    expect(failure).toMatchObject({
      message: '0 of 3 changed. 1 sent for approval. 1 not: Gone. 1 not tried',
      status: 503,
    });
  });

  test('a fault of our own is thrown at once', async () => {
    const fault = new TypeError('no such thing');
    const { tried, ended } = write({ a: fault, b: undefined });
    expect(await ended).toBe(fault);
    expect(tried).toEqual(['a']);
  });
});

describe('of one record', () => {
  test('the refusal itself is thrown', async () => {
    const refusal = refused('Taken');
    expect(await write({ a: refusal }).ended).toBe(refusal);
  });

  test('the notice itself is thrown, with its proposal', async () => {
    const notice = new SentForApprovalNotice('p-1');
    expect(await write({ a: notice }).ended).toBe(notice);
  });
});

test.each([
  [0, true],
  [400, false],
  [401, true],
  [403, false],
  [412, false],
  [429, true],
  [499, false],
  [500, false],
  [502, true],
  [503, true],
])('after %i the next one need not be tried: %s', (status, ends) => {
  expect(endsAll(refused('', status))).toBe(ends);
});

test('a failure that says nothing of what was written has written nothing', () => {
  expect(writtenOf(new HttpError('no', 400, {}))).toEqual([]);
  expect(writtenOf(new HttpError('no', 400, null))).toEqual([]);
  expect(writtenOf(new HttpError('no', 400, { written: 'all' }))).toEqual([]);
  expect(writtenOf(new Error('no'))).toEqual([]);
});
