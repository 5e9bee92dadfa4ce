// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubView } from '../../shared/testing/browser-stubs';
import { renderRoutes } from '../../shared/testing/render-routes';
import { ModalShell } from './ModalShell';

const place = document.createElement('div');

beforeEach(() => {
  stubView();
  place.id = 'modal-root';
  document.body.append(place);
});

afterEach(() => {
  cleanup();
  place.remove();
});

function open(more: Partial<Parameters<typeof ModalShell>[0]> = {}) {
  const told = { onConfirm: vi.fn(), onCancel: vi.fn(), onClose: vi.fn() };
  renderRoutes(
    [
      {
        path: '/',
        element: (
          <ModalShell canConfirm {...told} {...more}>
            <input aria-label="Amount" />
          </ModalShell>
        ),
      },
    ],
    '/',
  );
  return { user: userEvent.setup(), ...told };
}

/** Was sent; what comes of it is whether its second field is refused. */
function Sent({ ended }: { ended: Promise<boolean> }) {
  const [refused, setRefused] = useState<boolean>();
  useEffect(() => {
    ended.then(setRefused);
  }, [ended]);
  const nothing = () => {};
  return (
    <ModalShell
      canConfirm
      onConfirm={nothing}
      onCancel={nothing}
      onClose={nothing}
      loading={refused === undefined ? 'Sending your deposit' : undefined}
    >
      <input aria-label="Plan" />
      <input aria-label="Amount" aria-invalid={refused ?? false} />
    </ModalShell>
  );
}

describe('a modal', () => {
  it('stands in the element modal-root, with Cancel and, by default, Submit', async () => {
    const { user, onConfirm, onCancel } = open();
    const dialog = within(within(place).getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(onConfirm).toHaveBeenCalledOnce();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(onCancel).toHaveBeenCalledOnce();
    expect(dialog.queryByRole('heading')).toBeNull();
  });

  it('cannot be confirmed while a limit holds, by Enter either', async () => {
    const wait = { seconds: 5, whole: 5, begin: vi.fn(), after: vi.fn() };
    const { user, onConfirm } = open({ wait });
    expect(screen.getByRole('button', { name: 'Try again in 0:05' })).toBeDisabled();
    await user.type(screen.getByLabelText('Amount'), '5{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('may have a header, which is its name, and other words on its buttons', () => {
    open({ header: 'Make Deposit', cancelText: 'Previous', confirmText: 'Deposit' });
    const dialog = within(screen.getByRole('dialog', { name: 'Make Deposit' }));
    expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Previous',
      'Deposit',
    ]);
  });

  it('is confirmed by Enter in a field, once it can be', async () => {
    const { user, onConfirm } = open({ canConfirm: false });
    await user.type(screen.getByLabelText('Amount'), '5{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
    cleanup();
    const ready = open();
    await ready.user.type(screen.getByLabelText('Amount'), '5{Enter}');
    expect(ready.onConfirm).toHaveBeenCalledOnce();
  });

  it('that is loading is covered: nothing can be pressed twice, and Escape does not leave it', async () => {
    const { user, onClose } = open({ loading: 'Sending your deposit' });
    expect(screen.getByRole('status')).toHaveTextContent('Sending your deposit');
    expect(screen.getByText('Submit')).toBeDisabled();
    expect(within(screen.getByRole('status')).queryByRole('button')).toBeNull();
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('that is loading may offer Cancel, which a second Enter does not press', async () => {
    const onAbort = vi.fn();
    const { user, onCancel } = open({ loading: 'Sending your deposit', onAbort });
    const overlay = screen.getByRole('status');
    await waitFor(() => expect(overlay).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(onAbort).not.toHaveBeenCalled();
    await user.tab();
    expect(within(overlay).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onAbort).toHaveBeenCalledOnce();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('that stays after loading has the focus in the first field that was refused, else on its button', async () => {
    for (const refused of [true, false]) {
      let end: (refused: boolean) => void = () => {};
      const ended = new Promise<boolean>((resolve) => {
        end = resolve;
      });
      renderRoutes([{ path: '/', element: <Sent ended={ended} /> }], '/');
      await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
      end(refused);
      const place = () =>
        refused ? screen.getByLabelText('Amount') : screen.getByRole('button', { name: 'Submit' });
      await waitFor(() => expect(place()).toHaveFocus());
      cleanup();
    }
  });
});
