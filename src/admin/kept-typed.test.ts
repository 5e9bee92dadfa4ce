// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../shared/api-error';
import { clearToken, storeToken } from '../shared/session';
import { tokenOf } from '../shared/testing/tokens';
import { readTyped, type Typed, useKeepTyped, useKeptText } from './kept-typed';
import { sendWrite } from './provider/send-write';

beforeEach(() => storeToken(tokenOf('admin', 'a-1')));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

const typing = (typed: Typed | undefined) => renderHook(() => useKeepTyped('note', () => typed));
const end = () => act(() => clearToken('refused'));
const back = (userId = 'a-1') => act(() => storeToken(tokenOf('admin', userId)));

describe('what was typed when the session ended by itself', () => {
  it('is read by the same person, until the form is there again', () => {
    const { unmount } = typing({ text: 'Late' });
    end();
    unmount();
    back();
    expect(readTyped('note')).toEqual({ text: 'Late' });
    typing(undefined);
    expect(readTyped('note')).toBeUndefined();
  });

  it('is not read by another person', () => {
    typing({ text: 'Late' });
    end();
    back('a-2');
    expect(readTyped('note')).toBeUndefined();
  });

  it('is read for a day', () => {
    vi.useFakeTimers();
    typing({ text: 'Late' });
    end();
    vi.advanceTimersByTime(24 * 60 * 60_000 - 1);
    back();
    expect(readTyped('note')).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(readTyped('note')).toBeUndefined();
  });

  it('is not kept where two of a name hold something', () => {
    typing({ text: 'One' });
    typing({ text: 'Two' });
    end();
    back();
    expect(readTyped('note')).toBeUndefined();
  });

  it('is nothing where nothing was typed, or what is there cannot be read', () => {
    typing(undefined);
    end();
    back();
    expect(readTyped('note')).toBeUndefined();
    for (const text of ['{', '7', '{"at":1}', '{"typed":{"text":"Late"}}']) {
      localStorage.setItem('own:a-1:console:note', text);
      expect(readTyped('note')).toBeUndefined();
    }
  });

  it('stands in a dialog of one text again', () => {
    const { result, unmount } = renderHook(() => useKeptText('note'));
    act(() => result.current[1]('Late'));
    end();
    unmount();
    back();
    expect(renderHook(() => useKeptText('note')).result.current[0]).toBe('Late');
  });

  it('is the same write when it is sent again without an answer, and in a form that is opened anew another one', async () => {
    const keys: string[] = [];
    const send = () =>
      sendWrite('note', (key) => {
        keys.push(key);
        return Promise.reject(new ApiError(0, []));
      }).catch(() => {});
    const first = typing({ text: 'Late' });
    await send();
    end();
    first.unmount();
    back();
    const again = typing({ text: 'Late' });
    await send();
    renderHook(() => useKeptText('a question over it')).unmount();
    await send();
    again.unmount();
    typing({ text: 'Late' });
    await send();
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(new Set(keys).size).toBe(2);
  });
});
