import type { FastifyInstance } from 'fastify';
import { mayCall } from '../../contract/calls';
import { ownTransactionList, transactionList } from '../../contract/list-query';
import { readSnapshot } from '../db/snapshot';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { actorOf, readIdempotencyKey, readIfMatch, sendVersion } from '../http/write-headers';
import { mapPage } from '../lists/list';
import { parseListQuery } from '../lists/list-query';
import { once } from '../writes/idempotency';
import { changeStatuses } from './bulk';
import { previewStatuses } from './bulk-preview';
import { createTransaction } from './create';
import { readHistory } from './history';
import { readReview } from './review';
import type { TransactionServices } from './services';
import { cancelWithdrawal, changeStatus, previewStatus } from './status';
import { tellStatus } from './tell';
import { listTransactions, readTransaction } from './transactions';

/** Deposits, withdrawals and their status (specification, section 7). */
export function transactionRoutes(app: FastifyInstance, services: TransactionServices): void {
  const { config, database, outbox, mails, proofLinks } = services;
  // On the way out and no earlier: what is stored, repeated answers included, keeps no link.
  const { show } = proofLinks;

  route(app, 'createTransaction', 'writes', async ({ body, caller, request, reply }) => {
    const { userId, firstName, lastName, email } = caller();
    const actor = actorOf(request, caller());
    const key = readIdempotencyKey(request);
    const created = await database.transact((tx) =>
      once(tx, { key, userId, operation: 'transaction.create', body }, async () => {
        const owner = { _id: userId, firstName, lastName, email };
        const made = await createTransaction(tx, owner, actor, body, config.pendingDeposits);
        await outbox.enqueue(tx, mails.received(made));
        return made;
      }),
    );
    sendVersion(reply, created.version);
    return show(created);
  });

  route(app, 'listOwnTransactions', 'reads', async ({ query, caller, reply }) => {
    const request = parseListQuery(query, ownTransactionList);
    return sendPage(
      reply,
      request,
      mapPage(await listTransactions(database, request, caller().userId), show),
    );
  });

  route(app, 'cancelWithdrawal', 'protects', async ({ params, caller, request, reply }) => {
    const actor = actorOf(request, caller());
    const operation = `transaction.cancel ${params.trxId}`;
    const key = readIdempotencyKey(request);
    const cancelled = await database.transact((tx) =>
      once(tx, { key, userId: actor.userId, operation, body: null }, async () => {
        const declined = await cancelWithdrawal(tx, actor, params.trxId);
        await outbox.enqueue(tx, mails.statusChanged(declined, 'cancelled', undefined));
        return declined;
      }),
    );
    sendVersion(reply, cancelled.version);
    return show(cancelled);
  });

  route(app, 'listTransactions', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, transactionList);
    return sendPage(reply, request, mapPage(await listTransactions(database, request), show));
  });

  route(app, 'readTransaction', 'reads', async ({ params, reply }) => {
    const found = await readTransaction(database.db, params.trxId);
    sendVersion(reply, found.version);
    return show(found);
  });

  route(app, 'readTransactionHistory', 'reads', async ({ params, caller }) => {
    const { type, userId } = caller();
    return readHistory(database.db, params.trxId, mayCall('console', type) ? undefined : userId);
  });

  route(app, 'readReview', 'reads', async ({ params, reply }) => {
    const review = await readReview(database, params.trxId);
    sendVersion(reply, review.transaction.version);
    return { ...review, transaction: show(review.transaction) };
  });

  route(app, 'previewStatus', 'reads', async ({ params, body }) =>
    readSnapshot(database, (db) => previewStatus(db, params.trxId, body.status)),
  );

  route(app, 'previewStatuses', 'reads', async ({ body }) =>
    readSnapshot(database, (db) => previewStatuses(db, body)),
  );

  route(app, 'changeStatuses', 'writes', async ({ body, caller, request }) =>
    changeStatuses(services, body, {
      actor: actorOf(request, caller()),
      key: readIdempotencyKey(request),
      log: (err) => request.log.error({ err }, 'a status could not be changed'),
    }),
  );

  route(app, 'changeStatus', 'writes', async ({ params, body, caller, request, reply }) => {
    const actor = actorOf(request, caller());
    const ifMatch = readIfMatch(request);
    const operation = `transaction.status ${params.trxId} ${ifMatch ?? '*'}`;
    const key = readIdempotencyKey(request);
    const changed = await database.transact((tx) =>
      once(tx, { key, userId: actor.userId, operation, body }, async () => {
        const { status, acceptDuplicate } = body;
        const result = await changeStatus(tx, actor, params.trxId, status, ifMatch, acceptDuplicate);
        return tellStatus(tx, services, result, actor.reason);
      }),
    );
    sendVersion(reply, changed.version);
    return show(changed);
  });
}
