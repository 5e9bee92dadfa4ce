import type { FastifyInstance } from 'fastify';
import { accountList, entryList } from '../../contract/list-query';
import type { Database } from '../db/client';
import type { Reads } from '../db/reads';
import { readSnapshot } from '../db/snapshot';
import { createFairSemaphore } from '../fair-semaphore';
import { sendVersion } from '../http/etag';
import { requesterOf } from '../http/hang-up';
import { sendPage } from '../http/page';
import { route, routeOutsideWrite, routeOwn, routeRead } from '../http/route';
import { write } from '../http/write';
import { listEntries } from '../ledger/entries';
import { listAllFigureDays, listFigureDays } from '../ledger/figure-days';
import { readAllFiguresAt, readFiguresAt } from '../ledger/figures-at';
import { parseListQuery } from '../lists/list-query';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { Commit } from '../writes/commit';
import { listAccounts, ownAccount, readAdminAccount } from './accounts';
import { editOrPropose } from './adjustment-kind';
import { previewEdit } from './edit';
import { setFrozen } from './freeze';

interface AccountServices {
  config: { fourEyes: { adjustment?: number } };
  database: Database;
  reads: Reads;
  commit: Commit;
  outbox: Outbox;
  mails: Mails;
}

/** Accounts: an investor's own, and all of them for administrators (docs/rules.md, "Two books"). */
export function accountRoutes(app: FastifyInstance, services: AccountServices): void {
  const { database, reads, commit, outbox, mails } = services;
  routeOwn(app, 'readAccount', 'reads', ownAccount, ({ version }, reply) => sendVersion(reply, version));

  routeRead(app, 'listOwnEntries', 'reads', reads, async ({ query, caller, reply }, read) => {
    const request = parseListQuery(query, entryList);
    const { userId } = caller();
    return sendPage(reply, request, await read((source) => listEntries(source, userId, request)));
  });

  routeRead(app, 'listEntries', 'reads', reads, async ({ query, params, reply }, read) => {
    const request = parseListQuery(query, entryList);
    return sendPage(reply, request, await read((source) => listEntries(source, params.userId, request)));
  });

  routeRead(app, 'readOwnFigures', 'reads', reads, async ({ query, caller }, read) =>
    read(({ db }) => readFiguresAt(db, caller().userId, query.at)),
  );

  routeRead(app, 'listOwnFigureDays', 'reads', reads, async ({ query, caller }, read) =>
    read((source) => listFigureDays(source, caller().userId, query)),
  );

  routeRead(app, 'readFigures', 'reads', reads, async ({ query, params }, read) =>
    read(({ db }) => readFiguresAt(db, params.userId, query.at)),
  );

  routeRead(app, 'listFigureDays', 'reads', reads, async ({ query, params }, read) =>
    read((source) => listFigureDays(source, params.userId, query)),
  );

  // They look at every account. Whoever asks takes turns with the others.
  const sums = createFairSemaphore(1, 3);
  routeRead(app, 'readAllFigures', 'sums', reads, async (call, read) =>
    sums.run(requesterOf(call), () => read((source) => readAllFiguresAt(source, call.query.at))),
  );

  routeRead(app, 'listAllFigureDays', 'sums', reads, async (call, read) =>
    sums.run(requesterOf(call), () => read((source) => listAllFigureDays(source, call.query))),
  );

  routeRead(app, 'listAccounts', 'reads', reads, async ({ query, reply }, read) => {
    const request = parseListQuery(query, accountList);
    return sendPage(reply, request, await read((source) => listAccounts(source, request)));
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
