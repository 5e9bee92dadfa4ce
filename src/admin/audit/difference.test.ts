import { expect, it } from 'vitest';
import { actionText } from './difference';

it('an action is read as words', () => {
  expect(actionText('transaction.status_changed')).toBe('Transaction: status changed');
});
