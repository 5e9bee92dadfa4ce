import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { carryOutAll } from './typed-words';

test('words are carried out until "quit", and then nothing is read any more, so that the command ends', async () => {
  const input = new PassThrough();
  const lines = createInterface({ input, output: new PassThrough() });
  const closed = once(lines, 'close');
  const words: string[] = [];
  const carriedOut = carryOutAll(lines, async (word) => {
    words.push(word);
  });
  setImmediate(() => input.write('status\n kill \nquit\n'));
  await carriedOut;
  expect(words).toEqual(['status', 'kill']);
  await closed;
  expect(input.isPaused()).toBe(true);
});
