import { expect, test } from 'vitest';
import { requireVersion } from './commit';

test('a version other than the current one is stale; none asks for nothing', () => {
  expect(() => requireVersion(6, 7)).toThrow('changed since you read it');
  expect(() => requireVersion(7, 7)).not.toThrow();
  expect(() => requireVersion(undefined, 7)).not.toThrow();
});
