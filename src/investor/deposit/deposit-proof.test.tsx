// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusals } from '../../../contract/refusals';
import { forgetPerson } from '../../shared/personal-data';
import { clearToken, storeToken } from '../../shared/session';
import { dashboardModalAtom } from '../../shared/state';
import type { Answer, StandInHost } from '../../shared/testing/stand-in-host';
import { tokenOf } from '../../shared/testing/tokens';
import { DashboardModals } from '../DashboardModals';
import { keep } from '../submission/kept';
import { startInvestorHost, submissions } from '../testing/investor-host';
import { renderDashboard } from '../testing/render-dashboard';
import { buildFile, type DrawnImages, stubImages } from '../testing/stub-images';
import { readDraft } from './deposit-draft';
import { proofMessages } from './proof-image';

const reference = 'proof:01890000-0000-7000-8000-000000000001';
const uploaded: Answer = { status: 201, body: { data: { _id: 'p-1', imageUrl: reference, url: '/x' } } };
const refused = (status: number, message: string, code: string, field?: string): Answer => ({
  status,
  body: { errors: [{ error: message, message, code, field }] },
});
const filled = {
  plan: 'basic',
  crypto: 'bitcoin',
  amount: '500',
  transactionId: 'tx-0001',
  imageUrl: '',
};

let host: StandInHost;
let drawn: DrawnImages;
let onUpload: Answer;
let onCreate: Answer;

beforeEach(async () => {
  onUpload = uploaded;
  onCreate = { status: 201, body: { data: { _id: 't-1' } } };
  drawn = stubImages();
  host = await startInvestorHost({
    create: () => onCreate,
    more: ({ path }) => (path === '/api/proofs' ? onUpload : undefined),
  });
  vi.stubEnv('VITE_API_URL', host.url);
  storeToken(tokenOf('investor'));
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await host.close();
});

const button = (name: string) => screen.getByRole('button', { name });
const uploads = () => host.received.filter(({ path }) => path === '/api/proofs');

/** Opens the form with everything filled in but the proof, on the second tab. */
async function openFilled() {
  keep('deposit-draft', filled);
  return reopen();
}

async function reopen() {
  const user = userEvent.setup({ applyAccept: false });
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'deposit');
  await screen.findByRole('dialog', { name: 'Make Deposit' });
  await waitFor(() => expect(button('Proceed')).toBeEnabled());
  await user.click(button('Proceed'));
  return { user, store };
}

type User = ReturnType<typeof userEvent.setup>;
const choose = (user: User, file = buildFile()) => user.upload(screen.getByLabelText('Proof image'), file);

describe('a proof image', () => {
  it('is sent as soon as it is chosen, shown, and named in the deposit', async () => {
    const { user, store } = await openFilled();
    await choose(user);
    expect(await screen.findByText('Uploaded')).toBeVisible();
    expect(screen.getByAltText('Proof of the payment')).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:/),
    );
    expect(uploads()[0]?.headers['content-type']).toBe('image/png');
    await user.click(button('Deposit'));
    await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
    expect(submissions(host)[0]?.body).toMatchObject({ imageUrl: reference });
  });

  it('is optional: without one the placeholder goes out', async () => {
    const { user } = await openFilled();
    await user.click(button('Deposit'));
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
    expect(submissions(host)[0]?.body).toMatchObject({ imageUrl: 'none' });
  });

  it('can be pasted, and can be dropped', async () => {
    await openFilled();
    fireEvent.paste(window, { clipboardData: { files: [buildFile()] } });
    expect(await screen.findByText('Uploaded')).toBeVisible();
    fireEvent.drop(screen.getByAltText('Proof of the payment'), {
      dataTransfer: { files: [buildFile('image/jpeg', 100, 'other.jpg')] },
    });
    expect(await screen.findByText('other.jpg')).toBeVisible();
    await waitFor(() => expect(uploads()).toHaveLength(2));
  });

  it('can be removed again', async () => {
    const { user } = await openFilled();
    await choose(user);
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(button('Choose an image')).toHaveFocus());
    await user.click(button('Deposit'));
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
    expect(submissions(host)[0]?.body).toMatchObject({ imageUrl: 'none' });
  });

  it('under way holds the deposit back, and can be stopped', async () => {
    const { user } = await openFilled();
    vi.stubGlobal('createImageBitmap', () => new Promise(() => {}));
    await waitFor(() => expect(button('Deposit')).toBeEnabled());
    await choose(user);
    expect(screen.getByLabelText('Sending the image')).toBeVisible();
    expect(button('Deposit')).toBeDisabled();
    await user.click(button('Stop'));
    expect(button('Deposit')).toBeEnabled();
  });

  it('that is not an image is refused here', async () => {
    const { user } = await openFilled();
    await choose(user, buildFile('application/pdf', 100, 'bill.pdf'));
    expect(await screen.findByText(proofMessages.notAnImage)).toBeVisible();
    expect(uploads()).toHaveLength(0);
  });

  it('that is too big is refused here', async () => {
    const { user } = await openFilled();
    await choose(user, buildFile('image/png', 50_000_000));
    expect(await screen.findByText(proofMessages.tooBig)).toBeVisible();
  });

  it('that cannot be read is refused here', async () => {
    drawn.unreadable = true;
    const { user } = await openFilled();
    await choose(user);
    expect(await screen.findByText(proofMessages.unreadable)).toBeVisible();
  });

  it.each([
    [refused(413, refusals.payloadTooLarge, 'payload_too_large'), proofMessages.tooBigToSend],
    // A proxy before it, in its own words.
    [{ status: 413, body: '<html>', headers: { 'content-type': 'text/html' } }, proofMessages.tooBigToSend],
    [refused(422, refusals.imageUnreadable, 'validation', 'image'), refusals.imageUnreadable],
    [refused(429, refusals.rateLimited, 'rate_limited'), refusals.rateLimited],
  ])('that the server refuses says why', async (answer, message) => {
    onUpload = answer;
    const { user } = await openFilled();
    await choose(user);
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('that did not arrive says so and is sent again at a click', async () => {
    const { user } = await openFilled();
    vi.stubEnv('VITE_API_URL', 'http://127.0.0.1:1');
    await choose(user);
    expect(await screen.findByText(/The image was not sent/)).toBeVisible();
    vi.stubEnv('VITE_API_URL', host.url);
    await user.click(button('Try again'));
    expect(await screen.findByText('Uploaded')).toBeVisible();
  });

  it('that the server has no more is dropped, and said so beneath its field', async () => {
    onCreate = refused(422, refusals.proofUnknown, 'validation', 'imageUrl');
    const { user } = await openFilled();
    await choose(user);
    await screen.findByText('Uploaded');
    await user.click(button('Deposit'));
    expect(await screen.findByText(refusals.proofUnknown, { selector: '[role=alert]' })).toBeVisible();
    expect(button('Choose an image')).toBeVisible();
  });
});

describe('the draft of a deposit', () => {
  it('survives an accidental close and a reload, the image included', async () => {
    const { user, store } = await openFilled();
    await choose(user);
    await screen.findByText('Uploaded');
    await user.keyboard('{Escape}');
    expect(store.get(dashboardModalAtom)).toBeNull();
    cleanup();

    const second = await reopen();
    expect(screen.getByText(/what you had filled in before/)).toBeVisible();
    expect(screen.getByLabelText('Transaction Id')).toHaveValue('tx-0001');
    expect(screen.getByAltText('Proof of the payment')).toBeVisible();
    await waitFor(() => expect(button('Deposit')).toBeEnabled());
    await second.user.click(button('Deposit'));
    await waitFor(() => expect(submissions(host)).toHaveLength(1));
    expect(submissions(host)[0]?.body).toMatchObject({ amount: 500, imageUrl: reference });
  });

  it('is gone after a success', async () => {
    const { user, store } = await openFilled();
    await user.click(button('Deposit'));
    await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
    expect(readDraft()).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('own:'))).toEqual([]);
  });

  it('is kept after a refusal', async () => {
    onCreate = refused(429, refusals.rateLimited, 'rate_limited');
    const { user } = await openFilled();
    await user.click(button('Deposit'));
    expect(await screen.findByText(refusals.rateLimited)).toBeVisible();
    expect(readDraft()).toEqual(filled);
    await waitFor(() => expect(button('Deposit')).toBeEnabled());
  });

  it('is cleared by hand', async () => {
    const { user } = await openFilled();
    await user.click(button('Clear'));
    expect(screen.getByLabelText('Amount')).toHaveValue('');
    await waitFor(() => expect(readDraft()).toBeNull());
  });

  it('is gone after a sign-out, and nobody else sees it', () => {
    keep('deposit-draft', filled);
    storeToken(tokenOf('investor', 'somebody-else'));
    expect(readDraft()).toBeNull();
    storeToken(tokenOf('investor'));
    expect(readDraft()).toEqual(filled);
    clearToken();
    forgetPerson();
    storeToken(tokenOf('investor'));
    expect(readDraft()).toBeNull();
  });
});

it('a browser killed in mid-submit sends the same deposit with the same key and image', async () => {
  onCreate = refused(503, refusals.unavailable, 'unavailable');
  const { user } = await openFilled();
  await choose(user);
  await screen.findByText('Uploaded');
  await user.click(button('Deposit'));
  await screen.findByText(/not known whether this arrived/);
  cleanup();

  onCreate = { status: 201, body: { data: { _id: 't-1' } } };
  const { store } = renderDashboard(<DashboardModals />);
  store.set(dashboardModalAtom, 'deposit');
  await screen.findByText(/not known whether this arrived/);
  expect(screen.getByAltText('Proof of the payment')).toBeVisible();
  await userEvent.click(button('Send again'));
  await waitFor(() => expect(store.get(dashboardModalAtom)).toBeNull());
  const [before, after] = submissions(host);
  expect(after).toEqual(before);
  expect(after?.body).toMatchObject({ imageUrl: reference });
});
