import { expect, test } from 'vitest';
import { readWidgetState } from './widget-state';

test.each(['ready', 'failed'])('a frame can say that its widget is %s', (state) => {
  expect(readWidgetState({ widget: state })).toBe(state);
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'ready'],
  ['another state', { widget: 'loading' }],
  ['a state inside a list', { widget: ['ready'] }],
  ['a message of something else', { type: 'ready' }],
])('%s says nothing', (_, data) => {
  expect(readWidgetState(data)).toBeNull();
});
