import { QueryClient } from '@tanstack/react-query';
import { memoryStore } from 'ra-core';
import { expect, it, vi } from 'vitest';
import { storeToken } from '../../shared/session';
import { tokenOf } from '../../shared/testing/tokens';
import { dataProvider } from '../data-provider';
import { paged, refusal, startConsoleHost } from '../testing/console-host';
import { confirmingProvider } from './confirming-provider';
import { writeQuestions } from './write-questions';

const note = { _id: 'n-1', text: 'call', version: 4 };
const previousData = { ...note, id: 'n-1' };

it.each([undefined, '', 'Asked for'])(
  'a page that has asked itself is not asked again: %j',
  async (reason) => {
    const answer = () => ({ body: { data: note } });
    const host = await startConsoleHost({
      'GET /api/admin/notes': () => paged([note]),
      'POST /api/admin/notes': answer,
      'PUT /api/admin/notes/n-1': answer,
      'DELETE /api/admin/notes/n-1': answer,
    });
    vi.stubEnv('VITE_API_URL', host.url);
    storeToken(tokenOf('admin'));
    const questions = writeQuestions();
    let asked = 0;
    questions.subscribe(() => {
      const question = questions.current();
      if (!question) return;
      asked += 1;
      question.cancel();
    });
    const provider = confirmingProvider(dataProvider, {
      client: new QueryClient(),
      questions,
      store: memoryStore(),
    });
    const data = { text: 'write' };
    const meta = { reason };
    const writes = [
      provider.create('notes', { data, meta }),
      provider.update('notes', { id: 'n-1', data, previousData, meta }),
      provider.updateMany('notes', { ids: ['n-1'], data, meta }),
      provider.delete('notes', { id: 'n-1', previousData, meta }),
      provider.deleteMany('notes', { ids: ['n-1'], meta }),
    ];
    const outcomes = (await Promise.allSettled(writes)).map(({ status }) => status);
    const isAsked = reason === undefined;
    expect(asked).toBe(isAsked ? 5 : 0);
    expect(outcomes).toEqual(outcomes.map(() => (isAsked ? 'rejected' : 'fulfilled')));
  },
);

it('a write that may be done all the same is not said to be cancelled with its question, which stands', async () => {
  const host = await startConsoleHost({
    'POST /api/admin/notes': () => refusal(502, 'Bad gateway', 'internal'),
  });
  vi.stubEnv('VITE_API_URL', host.url);
  storeToken(tokenOf('admin'));
  const questions = writeQuestions();
  const provider = confirmingProvider(dataProvider, {
    client: new QueryClient(),
    questions,
    store: memoryStore(),
  });
  const outcome = provider.create('notes', { data: { text: 'write' } }).catch(String);
  const question = questions.current();
  const maybeDone = /It may have been done all the same/;
  await expect(question?.confirm('Asked for')).rejects.toThrow(maybeDone);
  expect(questions.current()).toBe(question);
  question?.cancel();
  expect(questions.current()).toBeUndefined();
  expect(await outcome).toMatch(maybeDone);
});
