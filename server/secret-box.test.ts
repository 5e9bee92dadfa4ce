import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSecretBox } from './secret-box';

const box = createSecretBox(randomBytes(32));

it('opens what it has sealed, for its owner alone', () => {
  const sealed = box.seal('a secret', 'ada');
  expect(box.open(sealed, 'ada')).toBe('a secret');
  expect(box.open(sealed, 'bob')).toBeUndefined();
  expect(createSecretBox(randomBytes(32)).open(sealed, 'ada')).toBeUndefined();
});

it('seals the same secret differently each time, and opens none that was changed', () => {
  const [first, second] = [box.seal('a secret', 'ada'), box.seal('a secret', 'ada')];
  expect(first.equals(second)).toBe(false);
  for (let at = 0; at < first.length; at += 1) {
    const changed = Buffer.from(first);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(box.open(changed, 'ada')).toBeUndefined();
  }
});
