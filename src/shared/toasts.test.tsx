// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../contract/limits';
import { ApiError } from './api-error';
import ToastViewport from './ToastViewport';
import { clearErrors, toast, toastErrors } from './toasts';

beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastViewport />);
});

afterEach(() => {
  // Toasts still waiting belong to this test.
  pass(3 * (limits.toastDuration + 1_000));
  cleanup();
  vi.useRealTimers();
});

/** Lets time pass in small steps: each transition is started by the rendering that follows the one before. */
function pass(milliseconds: number): void {
  for (let spent = 0; spent < milliseconds; spent += 50) act(() => vi.advanceTimersByTime(50));
}

function show(content: Parameters<typeof toast>[0]): void {
  act(() => toast(content));
  pass(300);
}

/** A call fails, with one error or several. */
async function fail(...messages: string[]): Promise<void> {
  const items = messages.map((message) => ({ error: message, message, code: 'validation' as const }));
  await act(async () => toastErrors(new ApiError(422, items)));
  pass(300);
}

const region = () => screen.getByRole('region', { name: /notifications/i });

describe('toasts', () => {
  it('come one at a time, the others wait, and each stays five seconds', () => {
    show({ description: 'first' });
    show({ description: 'second' });
    expect(screen.getByText('first')).toBeVisible();
    expect(screen.queryByText('second')).toBeNull();
    pass(limits.toastDuration - 1_500);
    expect(screen.queryByText('second')).toBeNull();
    pass(3_000);
    expect(screen.queryByText('first')).toBeNull();
    expect(screen.getByText('second')).toBeVisible();
  });

  it('that are errors come at once, in place of a success, and what waited comes after them', () => {
    show({ description: 'saved', variant: 'success' });
    show({ description: 'by the way' });
    show({ description: 'it failed', variant: 'destructive' });
    pass(700);
    expect(screen.queryByText('saved')).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('it failed');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    pass(1_000);
    expect(screen.getByText('by the way')).toBeVisible();
  });

  it('that are errors come in place of those of an earlier answer, seen or waiting', async () => {
    await fail('boom X', 'boom Y');
    expect(screen.getByRole('alert')).toHaveTextContent('boom X');
    pass(2_000);
    await fail('no service', 'nor later');
    pass(700);
    expect(screen.getByRole('alert')).toHaveTextContent('no service');
    pass(limits.toastDuration + 500);
    expect(screen.getByRole('alert')).toHaveTextContent('nor later');
    pass(limits.toastDuration + 500);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that are errors come again as before where the next answer says the same', async () => {
    await fail('one', 'two');
    await fail('one', 'two');
    expect(screen.getByRole('alert')).toHaveTextContent('one');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    pass(1_000);
    expect(screen.getByRole('alert')).toHaveTextContent('two');
    await fail('one', 'two');
    pass(700);
    expect(screen.getByRole('alert')).toHaveTextContent('one');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    pass(1_000);
    expect(screen.getByRole('alert')).toHaveTextContent('two');
  });

  it('of a success end the errors before it, and come at once', async () => {
    await fail('one', 'two', 'three');
    show({ description: 'Address copied', variant: 'success' });
    pass(700);
    expect(screen.getByText('Address copied')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    pass(2 * limits.toastDuration);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of another kind do not wait behind errors, of which none unseen is lost', async () => {
    await fail('one', 'two');
    show({ description: 'by the way' });
    pass(700);
    expect(screen.getByText('by the way')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    pass(1_000);
    expect(screen.getByRole('alert')).toHaveTextContent('two');
  });

  it('that are errors go when what they are about is over, the others stay', async () => {
    await fail('one', 'two');
    act(() => clearErrors());
    pass(1_000);
    expect(screen.queryByRole('alert')).toBeNull();
    show({ description: 'by the way' });
    act(() => clearErrors());
    pass(1_000);
    expect(screen.getByText('by the way')).toBeVisible();
  });

  it('that interrupt one another quickly end with the newest, alone', () => {
    for (const variant of ['success', 'destructive', 'success', 'destructive'] as const) {
      act(() => toast({ description: `${variant} now`, variant }));
    }
    pass(2_000);
    expect(screen.getByRole('alert')).toHaveTextContent('destructive now');
    expect(screen.queryByText('success now')).toBeNull();
  });

  it('that are about what a newer one is about give way to it, seen or waiting', () => {
    show({ description: 'frozen', variant: 'success', about: 'freezing 1' });
    show({ description: 'saved', variant: 'success' });
    show({ description: 'free again', variant: 'success', about: 'freezing 1' });
    pass(700);
    expect(screen.queryByText('frozen')).toBeNull();
    expect(screen.getByText('saved')).toBeVisible();
    show({ description: 'frozen once more', variant: 'success', about: 'freezing 1' });
    pass(limits.toastDuration + 700);
    expect(screen.queryByText('free again')).toBeNull();
    expect(screen.getByText('frozen once more')).toBeVisible();
  });

  it('that waited for the viewport longer than one stays are not shown: by then they are of the past', () => {
    cleanup();
    act(() => toast({ description: 'no network', variant: 'destructive' }));
    pass(limits.toastDuration + 1_000);
    render(<ToastViewport />);
    pass(300);
    expect(screen.queryByText('no network')).toBeNull();
  });

  it('are not repeated', () => {
    show({ description: 'same' });
    show({ description: 'same' });
    pass(limits.toastDuration + 2_000);
    expect(screen.queryByText('same')).toBeNull();
  });

  it('have a title, and are announced as an alert when destructive', () => {
    show({ title: 'Error', description: 'It failed', variant: 'destructive' });
    const alert = screen.getByRole('alert');
    expect(within(alert).getByText('Error')).toBeVisible();
    expect(within(alert).getByText('It failed')).toBeVisible();
  });

  it('show each error of a failed call, titled Error', async () => {
    await fail('one', 'two');
    expect(screen.getByRole('alert')).toHaveTextContent('Errorone');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    pass(1_000);
    expect(screen.getByRole('alert')).toHaveTextContent('Errortwo');
  });

  it('that come before the page has its viewport wait for it', () => {
    cleanup();
    act(() => toast({ description: 'early' }));
    render(<ToastViewport />);
    pass(300);
    expect(screen.getByText('early')).toBeVisible();
  });

  it('take the focus with F8', () => {
    show({ description: 'here' });
    fireEvent.keyDown(window, { key: 'F8' });
    expect(region()).toHaveFocus();
  });

  it('are dismissed by a swipe of 50 px, and stay for a shorter one', () => {
    // jsdom has no PointerEvent; a mouse event of that name carries the same position.
    const swipe = (distance: number) => {
      const card = screen.getByRole('status');
      fireEvent(card, new MouseEvent('pointerdown', { bubbles: true, clientX: 100 }));
      fireEvent(card, new MouseEvent('pointermove', { bubbles: true, clientX: 100 + distance }));
      fireEvent(card, new MouseEvent('pointerup', { bubbles: true, clientX: 100 + distance }));
      pass(1_000);
    };
    show({ description: 'swipe me' });
    swipe(limits.toastSwipe - 1);
    expect(screen.getByText('swipe me')).toBeVisible();
    swipe(-limits.toastSwipe);
    expect(screen.queryByText('swipe me')).toBeNull();
  });

  it('are dismissed by a swipe that is over before anything is drawn', () => {
    show({ description: 'flick me' });
    const card = screen.getByRole('status');
    act(() => {
      card.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, clientX: 100 }));
      for (const type of ['pointermove', 'pointerup'])
        card.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: 100 + limits.toastSwipe }));
    });
    pass(1_000);
    expect(screen.queryByText('flick me')).toBeNull();
  });

  it('come in four variants, each with a sign of its own', () => {
    const signs = (['default', 'destructive', 'success', 'warning'] as const).map((variant) => {
      show({ description: variant, variant });
      const card = screen.getByText(variant).closest('[role]');
      const sign = card?.querySelector('svg')?.getAttribute('data-testid');
      fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
      pass(1_000);
      return [card?.getAttribute('role'), sign];
    });
    expect(signs.map(([role]) => role)).toEqual(['status', 'alert', 'status', 'status']);
    expect(new Set(signs.map(([, sign]) => sign))).toHaveProperty('size', 4);
  });
});

it('that are of a call of the console say what the host has said', async () => {
  const refusal = new ApiError(422, [{ error: 'x', message: 'Not now', code: 'validation' }]);
  await act(async () => toastErrors(new Error('422', { cause: refusal })));
  pass(300);
  expect(screen.getByRole('alert')).toHaveTextContent('ErrorNot now');
});
