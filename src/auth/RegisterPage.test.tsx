// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readEmail } from '../shared/session';
import { stubLayout } from '../shared/testing/browser-stubs';
import { enter } from '../shared/testing/enter';
import { renderRoutes } from '../shared/testing/render-routes';
import { type Answer, type StandInHost, startStandInHost } from '../shared/testing/stand-in-host';
import RegisterPage from './RegisterPage';
import VerifyEmailPage from './VerifyEmailPage';

let host: StandInHost;
let answer: Answer;
/** What GET /api/legal answers; other hosts have no such call. */
let documents: Answer;

beforeEach(async () => {
  answer = { status: 201, body: { data: { email: 'ada@example.com' } } };
  documents = {
    status: 404,
    body: { errors: [{ error: 'Not found', message: 'Not found', code: 'not_found' }] },
  };
  host = await startStandInHost(({ path }) => (path === '/api/legal' ? documents : answer));
  vi.stubEnv('VITE_API_URL', host.url);
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllEnvs();
  await host.close();
});

function open() {
  return renderRoutes(
    [
      { path: '/auth/register', element: <RegisterPage /> },
      { path: '/auth/verify-email', element: <h1>Verify</h1> },
    ],
    '/auth/register',
  );
}

/** What the form says, by label. */
const filled = () => Object.keys(valid).map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

/** The bodies of what would have registered somebody. */
const registrations = () =>
  host.received.filter(({ path }) => path === '/api/user/create').map(({ body }) => body);

const submit = () => screen.getByRole('button', { name: 'Sign up' });
const terms = () => screen.getByLabelText('Agree to terms and conditions');

const valid = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Email: 'ada@example.com',
  'Phone number': '+44 20 7946',
  Country: 'United Kingdom',
  Password: 'secret1',
  'Confirm password': 'secret1',
};

function enterAll(): void {
  for (const [label, value] of Object.entries(valid)) enter(label, value);
}

describe('the register form', () => {
  it('has all but the address, the passwords and the agreement when another address is to be used, or by Back', async () => {
    stubLayout();
    const router = renderRoutes(
      [
        { path: '/auth/register', element: <RegisterPage /> },
        { path: '/auth/verify-email', element: <VerifyEmailPage /> },
      ],
      '/auth/register',
    );
    enterAll();
    fireEvent.click(terms());
    await waitFor(() => expect(submit()).toBeEnabled());
    fireEvent.click(submit());
    fireEvent.click(await screen.findByRole('link', { name: 'Use another email' }));
    await waitFor(() =>
      expect(filled()).toEqual(['Ada', 'Lovelace', '', '+44 20 7946', 'United Kingdom', '', '']),
    );
    expect(terms()).not.toBeChecked();
    await router.navigate(-1);
    await screen.findByLabelText('One-time code');
    // To the page that it was sent from.
    await router.navigate(-1);
    await screen.findByLabelText('First name');
    expect(filled()).toEqual(['Ada', 'Lovelace', '', '+44 20 7946', 'United Kingdom', '', '']);
  });

  it.each([
    ['First name', 'A', 'first name is too short'],
    ['Last name', 'L', 'last name is too short'],
    ['Email', 'ada@', 'Invalid email'],
    ['Phone number', '1234567', 'invalid phone number'],
    ['Country', '', 'invalid country'],
    ['Password', '12345', 'password length should be longer than 6'],
    ['Confirm password', '12345', 'password length should be longer than 6'],
  ])('refuses a %s of "%s": %s', async (label, value, message) => {
    open();
    enterAll();
    enter(label, value);
    expect((await screen.findAllByText(message))[0]).toBeVisible();
    await waitFor(() => expect(submit()).toBeDisabled());
  });

  it('wants the same password twice: The passwords must match', async () => {
    open();
    enter('Password', 'secret1');
    enter('Confirm password', 'secret2');
    expect(await screen.findByText('The passwords must match')).toBeVisible();
    enter('Confirm password', 'secret1');
    await waitFor(() => expect(screen.queryByText('The passwords must match')).toBeNull());
  });

  it('compares them again when the first is changed last: The passwords must match', async () => {
    open();
    enter('Password', 'secret1');
    enter('Confirm password', 'secret1');
    enter('Password', 'secret2');
    expect(await screen.findByText('The passwords must match')).toBeVisible();
    enter('Password', 'secret1');
    await waitFor(() => expect(screen.queryByText('The passwords must match')).toBeNull());
  });

  it('wants the terms ticked', async () => {
    open();
    enterAll();
    await waitFor(() => expect(screen.getByLabelText('Confirm password')).toHaveValue('secret1'));
    expect(submit()).toBeDisabled();
    fireEvent.click(terms());
    await waitFor(() => expect(submit()).toBeEnabled());
    fireEvent.click(terms());
    fireEvent.blur(terms());
    expect(await screen.findByText('You must agree to the terms and conditions')).toBeVisible();
    expect(submit()).toBeDisabled();
  });

  it('leads to what is agreed to, in tabs of their own', () => {
    open();
    expect(terms()).toHaveAccessibleDescription(/^Read first: Terms ?\(opens in a new tab\) Privacy/);
    for (const [name, address] of [
      ['Terms', '/legal/terms'],
      ['Privacy', '/legal/privacy'],
      ['Risk', '/legal/risk'],
    ]) {
      const link = screen.getByRole('link', { name: new RegExp(`^${name} ?\\(opens in a new tab`) });
      expect(link).toHaveAttribute('href', address);
      expect(link).toHaveAttribute('target', '_blank');
    }
  });

  it('lists every country by its English name', () => {
    open();
    const options = screen.getAllByRole('option').map((option) => option.textContent);
    expect(options).toHaveLength(251);
    expect(options).toContain('Nigeria');
    expect(options).toContain('Germany');
  });
});

describe('registering', () => {
  it('sends what the service asks for, the country by name, and leads to the code', async () => {
    const router = open();
    enterAll();
    fireEvent.click(terms());
    await waitFor(() => expect(submit()).toBeEnabled());
    fireEvent.click(submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/verify-email'));
    expect(registrations()).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        phoneNumber: '+44 20 7946',
        country: 'United Kingdom',
        password: 'secret1',
      },
    ]);
    expect(readEmail()).toBe('ada@example.com');
    expect(await screen.findByText('Success, OTP sent')).toBeInTheDocument();
  });

  it('that the service refuses shows why, at the field and as a toast, and keeps what was entered', async () => {
    const message = 'invalid phone number';
    answer = {
      status: 422,
      body: { errors: [{ error: message, message, code: 'validation', field: 'phoneNumber' }] },
    };
    const router = open();
    enterAll();
    fireEvent.click(terms());
    await waitFor(() => expect(submit()).toBeEnabled());
    fireEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(`Error${message}`);
    expect(screen.getByLabelText('Phone number')).toBeInvalid();
    expect(screen.getByLabelText('First name')).toHaveValue('Ada');
    expect(router.state.location.pathname).toBe('/auth/register');
    expect(screen.queryByText('Success, OTP sent')).toBeNull();
  });

  it('with a password of the lists says so at the password and keeps what was entered', async () => {
    const message = 'This password is on lists of known passwords; choose another one';
    answer = {
      status: 422,
      body: { errors: [{ error: message, message, code: 'validation', field: 'password' }] },
    };
    open();
    enterAll();
    fireEvent.click(terms());
    await waitFor(() => expect(submit()).toBeEnabled());
    fireEvent.click(submit());
    const field = screen.getByLabelText('Password');
    await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it('sends which versions of the documents were agreed to', async () => {
    documents = { body: { data: [inForce('terms', '2026-01-01'), inForce('risk', '3')] } };
    const router = open();
    enterAll();
    fireEvent.click(terms());
    await waitFor(() => expect(submit()).toBeEnabled());
    fireEvent.click(submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/verify-email'));
    expect(registrations()).toMatchObject([{ acceptedDocuments: { terms: '2026-01-01', risk: '3' } }]);
  });

  it('for documents that have changed meanwhile wants them ticked again', async () => {
    documents = { body: { data: [inForce('terms', '2026-01-01')] } };
    const message = 'Terms: version 2026-02-01 is in force now; read it and agree to it';
    const field = 'acceptedDocuments.terms';
    answer = { status: 422, body: { errors: [{ error: message, message, code: 'validation', field }] } };
    open();
    enterAll();
    fireEvent.click(terms());
    await waitFor(() => expect(submit()).toBeEnabled());
    documents = { body: { data: [inForce('terms', '2026-02-01')] } };
    fireEvent.click(submit());
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(terms()).not.toBeChecked();
    await waitFor(() => expect(submit()).toBeDisabled());
    answer = { status: 201, body: { data: { email: 'ada@example.com' } } };
    fireEvent.click(terms());
    await waitFor(() => expect(submit()).toBeEnabled());
    fireEvent.click(submit());
    await waitFor(() =>
      expect(registrations().at(-1)).toMatchObject({ acceptedDocuments: { terms: '2026-02-01' } }),
    );
  });
});

const inForce = (document: string, version: string) => ({
  document,
  title: document,
  version,
  path: `/legal/${document}`,
});
