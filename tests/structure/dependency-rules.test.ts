import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files } from '../support/extended-product';
import { breachesOf, circlesIn } from './dependency-rules';
import { readImports, readSources } from './imports';
import { composition, layers } from './server-rooms';

describe('the source', () => {
  const sources = readSources('contract', 'server', 'src');

  test('is read whole', () => {
    const paths = sources.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['contract/zod.ts', 'server/main.ts', 'src/main.ts']));
  });

  test('has dependencies that point one way', () => {
    expect(sources.flatMap(breachesOf)).toEqual([]);
  });

  test('has no files that need each other', () => {
    expect(circlesIn(sources)).toEqual([]);
  });
});

test('what the document has operators add keeps to the rules', () => {
  const ofServer = files.filter(({ path }) => path.startsWith('server/'));
  expect(ofServer.map(({ code }) => code)).toEqual([expect.stringContaining('throw refuse.invalid(')]);
  expect(ofServer.flatMap(({ path, code }) => breachesOf({ path, text: code }))).toEqual([]);
});

test('a circle of files is found, whatever else leads into it', () => {
  const files = [
    { path: 'server/a.ts', text: "import { b } from './b';" },
    { path: 'server/b.ts', text: "import type { C } from './c';" },
    { path: 'server/c.ts', text: "import { b } from './b';\nimport { d } from './d';" },
    { path: 'server/d.ts', text: "const a = () => import('./a');" },
  ];
  expect(circlesIn(files)).toEqual([['server/b.ts', 'server/c.ts']]);
});

describe('the rooms of the server', () => {
  test('are in an order in which each imports only from those before it, so that there is no cycle', () => {
    const rooms = layers.map(([room]) => room);
    expect(new Set(rooms).size).toBe(rooms.length);
    for (const [index, [room, may]] of layers.entries()) {
      const known = rooms.slice(0, index);
      expect({ room, unknown: may.filter((other) => !known.includes(other)) }).toEqual({ room, unknown: [] });
    }
  });

  test('are all there, and import all that they may: no arrow is left over', () => {
    const files = readSources('server').filter(({ path }) => !path.endsWith('.test.ts'));
    const isIn = (room: string, path: string) =>
      path === `server/${room}.ts` || path === `server/${room}` || path.startsWith(`server/${room}/`);
    const leftOver = layers
      .filter(([room]) => !composition.includes(room))
      .flatMap(([room, may]) => {
        const own = files.filter(({ path }) => isIn(room, path));
        if (own.length === 0) return [`${room} is not there`];
        const targets = own.flatMap((file) =>
          readImports(file).map(({ from }) => posix.join(posix.dirname(file.path), from)),
        );
        return may
          .filter((other) => !targets.some((path) => isIn(other, path)))
          .map((other) => `${room} -> ${other}`);
      });
    expect(leftOver).toEqual([]);
  });
});

describe('the check finds', () => {
  const breaches: [what: string, path: string, text: string][] = [
    ['a package in the contract', 'contract/user.ts', "import { format } from 'date-fns';"],
    ['Node in the contract', 'contract/user.ts', "import { join } from 'node:path';"],
    ['the server in the contract', 'contract/user.ts', "import type { Config } from '../server/config';"],
    ['the pages in the server', 'server/main.ts', "import { pageTheme } from '../src/shared/theme';"],
    ['a type of the pages in the server', 'server/main.ts', "import type { A } from '../src/shared/a';"],
    ['tests in the server', 'server/auth/login.ts', "import { build } from '../../tests/builders';"],
    ['the server in a page', 'src/auth/LoginPage.tsx', "import { money } from '../../server/money';"],
    ['one face in another', 'src/auth/LoginPage.tsx', "import { Hero } from '../landing/Hero';"],
    ['one face in another, lazily', 'src/landing/Hero.tsx', "const a = () => import('../auth/LoginPage');"],
    ['a type of another face', 'src/investor/Sidebar.tsx', "import type { A } from '../admin/failure';"],
    ['a face in the shared parts', 'src/shared/api.ts', "import { x } from '../investor/state';"],
    ['the app in a face', 'src/auth/LoginPage.tsx', "import { routes } from '../app/routes';"],
    ['the console in the operator’s file', 'src/app.config.ts', "import { list } from './admin/list/List';"],
    ['react-admin in a page', 'src/app/App.tsx', "import { Admin } from 'react-admin';"],
    ['ra-core in the shared parts', 'src/shared/auth.ts', "import { useStore } from 'ra-core';"],
    ['react-admin for its effects', 'src/app/App.tsx', "import 'react-admin';"],
    ['react-admin, lazily', 'src/app/App.tsx', "const load = () => import('react-admin');"],
    ['react-admin beside a type', 'src/app/App.tsx', "import { type A, Admin } from 'react-admin';"],
    ['react-router', 'src/admin/AdminApp.tsx', "import { Outlet } from 'react-router';"],
    [
      'the API client in the console',
      'src/admin/books/BooksPage.tsx',
      "import { call } from '../../shared/api';",
    ],
    [
      'the fetch client in the console',
      'src/admin/failure.ts',
      "import { sendRequest } from '../shared/http';",
    ],
    ['Node in a page', 'src/app/App.tsx', "import { join } from 'node:path';"],
    ['a barrel', 'src/shared/index.ts', "export { call } from './api';"],
    ['a barrel in two steps', 'src/shared/index.ts', "import type { A } from './api';\nexport type { A };"],
    ['a barrel of everything', 'contract/index.ts', "export * from './user';"],
    [
      'a domain in http',
      'server/http/access.ts',
      "import { recordSecurityEvent } from '../security/events';",
    ],
    ['a type of a domain in http', 'server/http/route.ts', "import type { A } from '../auth/services';"],
    ['the ledger in http', 'server/http/page.ts', "import { postEntry } from '../ledger/posting';"],
    ['the audit in http', 'server/http/route.ts', "import { recordAudit } from '../writes/audit';"],
    ['the database in http', 'server/http/health.ts', "import type { Database } from '../db/client';"],
    ['http outside of routes', 'server/accounts/edit.ts', "import { statusOf } from '../http/statuses';"],
    ['a type of http outside of routes', 'server/auth/login.ts', "import type { A } from '../http/access';"],
    ['the mark of a write in routes', 'server/auth/routes.ts', "import { byWrite } from '../http/changes';"],
    ['http in the ledger', 'server/ledger/entries.ts', "import { route } from '../http/route';"],
    ['Fastify outside of routes', 'server/accounts/edit.ts', "import type { FastifyReply } from 'fastify';"],
    [
      'a domain in the database',
      'server/db/client.ts',
      "import { removeUnusedProofs } from '../proofs/proofs';",
    ],
    [
      'the writes in the database',
      'server/db/client.ts',
      "import { runIdempotent } from '../writes/idempotency';",
    ],
    ['a domain in the ledger', 'server/ledger/posting.ts', "import type { A } from '../accounts/accounts';"],
    ['an arrow back up', 'server/mail/messages.ts', "import { often } from '../security/alerts';"],
    [
      'a private file of a domain',
      'server/transactions/create.ts',
      "import { stripImage } from '../proofs/strip-image';",
    ],
    ['the composition in a domain', 'server/auth/login.ts', "import type { Services } from '../services';"],
    [
      'a room that the table does not have',
      'server/utils/a.ts',
      "import { sqlState } from '../errors/failures';",
    ],
    [
      'a domain in an operator’s resource',
      'server/news/resource.ts',
      "import { postEntry } from '../ledger/posting';",
    ],
    ['a computed import', 'src/app/App.tsx', 'const load = (name: string) => import(name);'],
  ];
  test.each(breaches)('%s', (_, path, text) => {
    expect(breachesOf({ path, text })).toHaveLength(1);
  });
});

describe('the check allows', () => {
  const rightful: [what: string, path: string, text: string][] = [
    ['zod in the contract', 'contract/zod.ts', "import { z } from 'zod';"],
    [
      'the contract in the server',
      'server/db/schema/money.ts',
      "import { cryptos } from '../../../contract/currencies';",
    ],
    ['http in routes', 'server/accounts/routes.ts', "import { route } from '../http/route';"],
    [
      'a domain by its entry point',
      'server/transactions/create.ts',
      "import { claimProof } from '../proofs/proofs';",
    ],
    [
      'an operator’s resource',
      'server/news/resource.ts',
      "import { a } from '../resources/define-resource';",
    ],
    [
      'what it refers to and refuses by',
      'server/news/resource.ts',
      "import { users } from '../db/schema/people';\nimport { refuse } from '../errors/refusal';",
    ],
    ['its line', 'server/declared-resources.ts', "import { newsResource } from './news/resource';"],
    ['zod, set up for the contract', 'contract/zod.ts', "import { z } from 'zod';\nexport { z };"],
    [
      'the API client in the data provider',
      'src/admin/provider/calls.ts',
      "import { call } from '../../shared/api';",
    ],
    ['react-admin in the console', 'src/admin/AdminApp.tsx', "import { Admin } from 'react-admin';"],
    ['a type of react-admin', 'src/shared/auth.ts', "import type { AuthProvider } from 'react-admin';"],
    ['a face in the app', 'src/app/routes.tsx', "const page = () => import('../auth/LoginPage');"],
    [
      'the console in the operator’s file, lazily',
      'src/app.config.ts',
      "const a = () => import('./admin/A');",
    ],
    [
      'a resource that gathers its parts',
      'src/admin/users/index.ts',
      "export { UserList } from './UserList';",
    ],
    ['shared test parts in a test', 'server/auth/a.test.ts', "import { build } from '../../tests/builders';"],
  ];
  test.each(rightful)('%s', (_, path, text) => {
    expect(breachesOf({ path, text })).toEqual([]);
  });
});
