// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import LockOutlined from '@mui/icons-material/LockOutlined';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { StandInHost } from '../shared/testing/stand-in-host';
import { consoleAuth } from './console-auth';
import { dataProvider } from './data-provider';
import { declareResource } from './resource/declare-resource';
import { buildUser, paged, startConsoleHost } from './testing/console-host';
import { renderConsole } from './testing/render-console';

let host: StandInHost;

const menu = async () => {
  const links = await screen.findAllByRole('link');
  return links.filter((link) => link.closest('nav')).map((link) => link.textContent);
};

it('the console has its own parts and those of src/app.config.ts', async () => {
  host = await startConsoleHost({ 'GET /api/user/users': () => paged([buildUser()]) });
  renderConsole(host, '/admin/users');
  expect(await screen.findByRole('link', { name: 'Wallets' })).toBeVisible();
  expect(await menu()).toEqual([
    'Users',
    'Accounts',
    'Transactions',
    'Review',
    'Wallets',
    'Audit',
    'Security',
    'Mail',
    'Books',
  ]);
});

it('a part for administrators alone is not there for an auditor', async () => {
  host = await startConsoleHost({ 'GET /api/user/users': () => paged([buildUser()]) });
  const secrets = declareResource({
    name: 'secrets',
    label: 'Secrets',
    singular: 'Secret',
    icon: LockOutlined,
    fields: [{ name: 'title', label: 'Title', kind: 'text' }],
    adminsOnly: true,
  });
  const props = { resources: [async () => ({ default: secrets })] };
  renderConsole(host, '/admin/users', { props });
  expect(await screen.findByRole('link', { name: 'Secrets' })).toBeVisible();
  cleanup();
  renderConsole(host, '/admin/users', { props, type: 'auditor' });
  expect(await screen.findByRole('link', { name: 'Books' })).toBeVisible();
  expect(await menu()).not.toContain('Secrets');
  cleanup();
  renderConsole(host, '/admin/secrets', { props, type: 'auditor' });
  expect(await screen.findByRole('heading', { name: 'No access' })).toBeVisible();
});

it('resources, data provider, auth provider and branding can all be replaced', async () => {
  host = await startConsoleHost({});
  const asked: string[] = [];
  renderConsole(host, '/admin/notices', {
    props: {
      resources: [
        async () => ({
          default: { name: 'notices', list: () => <h1>Our notices</h1>, options: { label: 'Notices' } },
        }),
      ],
      dataProvider: {
        ...dataProvider,
        getList: async (name) => {
          asked.push(name);
          return { data: [], total: 0 };
        },
      },
      authProvider: {
        ...consoleAuth,
        canAccess: async ({ resource }) => resource === 'notices' || resource === 'users',
        getIdentity: async () => ({ id: 'x', fullName: 'Somebody Else' }),
        getPermissions: async () => 'admin',
      },
      branding: 'Our own console',
    },
  });
  expect(await screen.findByRole('heading', { name: 'Our notices' })).toBeVisible();
  expect(await screen.findByText('Somebody Else')).toBeVisible();
  expect(screen.getByText('Our own console')).toBeVisible();
  await waitFor(async () => expect(await menu()).toEqual(['Users', 'Notices']));
  await userEvent.setup().click(screen.getByRole('link', { name: 'Users' }));
  expect(await screen.findByText('There are no users yet.')).toBeVisible();
  expect(asked).toEqual(['users']);
  expect(host.received).toEqual([]);
});
