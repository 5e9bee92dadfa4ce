import type { FastifyInstance } from 'fastify';
import { accountList, entryList } from '../../contract/list-query';
import type { Database } from '../db/client';
import { readSnapshot } from '../db/snapshot';
import { sendVersion } from '../http/etag';
import { sendPage } from '../http/page';
import { route, routeOutsideWrite, routeOwn } from '../http/route';
import { write } from '../http/write';
import { listEntries } from '../ledger/entries';
import { listAllFigureDays, listFigureDays } from '../ledger/figure-days';
import { readAllFiguresAt, readFiguresAt } from '../ledger/figures-at';
import { parseListQuery } from '../lists/list-query';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import { createSemaphore } from '../semaphore';
import type { Commit } from '../writes/commit';
import { listAccounts, readAccount, readAdminAccount } from './accounts';
import { editOrPropose } from './adjustment-kind';
import { previewEdit } from './edit';
import { setFrozen } from './freeze';

interface AccountServices {
  config: { fourEyes: { adjustment?: number } };
  database: Database;
  commit: Commit;
  outbox: Outbox;
  mails: Mails;
}

/** Accounts: an investor's own, and all of them for administrators (docs/rules.md, "Two books"). */
export function accountRoutes(app: FastifyInstance, services: AccountServices): void {
  const { database, commit, outbox, mails } = services;
  routeOwn(app, 'readAccount', 'reads', readAccount, ({ version }, reply) => sendVersion(reply, version));

  route(app, 'listOwnEntries', 'reads', async ({ query, caller, reply }) => {
    const request = parseListQuery(query, entryList);
    return sendPage(reply, request, await listEntries(database, caller().userId, request));
  });

  route(app, 'listEntries', 'reads', async ({ query, params, reply }) => {
    const request = parseListQuery(query, entryList);
    return sendPage(reply, request, await listEntries(database, params.userId, request));
  });

  route(app, 'readOwnFigures', 'reads', async ({ query, caller }) =>
    readFiguresAt(database.db, caller().userId, query.at),
  );

  route(app, 'listOwnFigureDays', 'reads', async ({ query, caller }) =>
    listFigureDays(database, caller().userId, query),
  );

  route(app, 'readFigures', 'reads', async ({ query, params }) =>
    readFiguresAt(database.db, params.userId, query.at),
  );

  route(app, 'listFigureDays', 'reads', async ({ query, params }) =>
    listFigureDays(database, params.userId, query),
  );

  // They look at every account.
  const oneAtATime = createSemaphore(1, 3);
  route(app, 'readAllFigures', 'books', async ({ query }) =>
    oneAtATime(() => readAllFiguresAt(database, query.at)),
  );

  route(app, 'listAllFigureDays', 'books', async ({ query }) =>
    oneAtATime(() => listAllFigureDays(database, query)),
  );

  route(app, 'listAccounts', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, accountList);
    return sendPage(reply, request, await listAccounts(database, request));
  });

  route(app, 'readAccountById', 'reads', async ({ params, reply }) => {
    const account = await readAdminAccount(database.db, params.userId);
    sendVersion(reply, account.version);
    return account;
  });

  routeOutsideWrite(
    app,
    'previewAccountEdit',
    'reads',
    'a preview is a read whose question is too long for an address',
    async ({ params, body }) => readSnapshot(database, (db) => previewEdit(db, params.userId, body)),
  );

  write(app, 'freezeAccount', 'protects', commit, {
    operation: 'account.freeze',
    on: ({ params }) => params.userId,
    versioned: true,
    async work(tx, { params, body, actor, ifMatch }) {
      const { account, changed } = await setFrozen(tx, actor, params.userId, body.frozen, ifMatch);
      if (changed)
        outbox.enqueue(tx, mails.frozen({ id: account._id, email: account.user.email }, body.frozen));
      return account;
    },
  });

  write(app, 'editAccount', 'writes', commit, {
    operation: 'account.edit',
    on: ({ params }) => params.userId,
    versioned: true,
    work: (tx, { params, body, actor, ifMatch }) =>
      editOrPropose(tx, services, actor, params.userId, body, ifMatch),
  });
}
