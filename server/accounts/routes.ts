import type { FastifyInstance } from 'fastify';
import { accountList, entryList } from '../../contract/list-query';
import type { Database } from '../db/client';
import { readSnapshot } from '../db/snapshot';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { actorOf, readIdempotencyKey, readIfMatch, sendVersion } from '../http/write-headers';
import { listEntries } from '../ledger/entries';
import { parseListQuery } from '../lists/list-query';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import { once } from '../writes/idempotency';
import { listAccounts, readAccount, readAdminAccount } from './accounts';
import { editAccount, previewEdit } from './edit';
import { setFrozen } from './freeze';

interface AccountServices {
  database: Database;
  outbox: Outbox;
  mails: Mails;
}

/** Accounts: an investor's own, and all of them for administrators (specification, section 7). */
export function accountRoutes(app: FastifyInstance, { database, outbox, mails }: AccountServices): void {
  route(app, 'readAccount', 'reads', async ({ caller, reply }) => {
    const account = await readAccount(database.db, caller().userId);
    sendVersion(reply, account.version);
    return account;
  });

  route(app, 'listOwnEntries', 'reads', async ({ query, caller, reply }) => {
    const request = parseListQuery(query, entryList);
    return sendPage(reply, request, await listEntries(database, caller().userId, request));
  });

  route(app, 'listEntries', 'reads', async ({ query, params, reply }) => {
    const request = parseListQuery(query, entryList);
    return sendPage(reply, request, await listEntries(database, params.userId, request));
  });

  route(app, 'listAccounts', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, accountList);
    return sendPage(reply, request, await listAccounts(database, request));
  });

  route(app, 'readAccountById', 'reads', async ({ params, reply }) => {
    const account = await readAdminAccount(database.db, params.userId);
    sendVersion(reply, account.version);
    return account;
  });

  route(app, 'previewAccountEdit', 'reads', async ({ params, body }) =>
    readSnapshot(database, (db) => previewEdit(db, params.userId, body)),
  );

  route(app, 'freezeAccount', 'protects', async ({ params, body, caller, request, reply }) => {
    const actor = actorOf(request, caller());
    const ifMatch = readIfMatch(request);
    const operation = `account.freeze ${params.userId} ${ifMatch ?? '*'}`;
    const key = readIdempotencyKey(request);
    const account = await database.transact((tx) =>
      once(tx, { key, userId: actor.userId, operation, body }, async () => {
        const result = await setFrozen(tx, actor, params.userId, body.frozen, ifMatch);
        if (result.changed) await outbox.enqueue(tx, mails.frozen(result.account.user.email, body.frozen));
        return result.account;
      }),
    );
    sendVersion(reply, account.version);
    return account;
  });

  route(app, 'editAccount', 'writes', async ({ params, body, caller, request, reply }) => {
    const actor = actorOf(request, caller());
    const ifMatch = readIfMatch(request);
    const operation = `account.edit ${params.userId} ${ifMatch ?? '*'}`;
    const key = readIdempotencyKey(request);
    const edited = await database.transact((tx) =>
      once(tx, { key, userId: actor.userId, operation, body }, () =>
        editAccount(tx, actor, params.userId, body, ifMatch),
      ),
    );
    sendVersion(reply, edited.version);
    return edited;
  });
}
