import type { FastifyInstance } from 'fastify';
import type { TrxStatus } from '../../contract/enums';
import { ownTransactionList, transactionList } from '../../contract/list-query';
import { once } from '../http/idempotency';
import { parseListQuery } from '../http/list-query';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { actorOf, readIdempotencyKey, readIfMatch, sendVersion } from '../http/write-headers';
import type { StatusNews } from '../mail/messages';
import type { Services } from '../services';
import { createTransaction } from './create';
import { readHistory } from './history';
import { cancelWithdrawal, changeStatus } from './status';
import { listTransactions, readTransaction } from './transactions';

/** What the owner is told of a status that an administrator has set. */
const newsOf: Record<TrxStatus, StatusNews> = {
  CONFIRMED: 'confirmed',
  DECLINED: 'declined',
  PENDING: 'reopened',
};

/** Deposits, withdrawals and their status (specification, section 7). */
export function transactionRoutes(
  app: FastifyInstance,
  { database, outbox, mails, proofLinks }: Services,
): void {
  // On the way out and no earlier: what is stored, repeated answers included, keeps no link.
  const { show } = proofLinks;

  route(app, 'createTransaction', 'writes', async ({ body, caller, request, reply }) => {
    const { userId, firstName, lastName, email } = caller();
    const actor = actorOf(request, caller());
    const key = readIdempotencyKey(request);
    const created = await database.transact((tx) =>
      once(tx, { key, userId, operation: 'transaction.create', body }, async () => {
        const made = await createTransaction(tx, { _id: userId, firstName, lastName, email }, actor, body);
        await outbox.enqueue(tx, mails.received(made));
        return made;
      }),
    );
    sendVersion(reply, created.version);
    return show(created);
  });

  route(app, 'listOwnTransactions', 'reads', async ({ query, caller, reply }) => {
    const request = parseListQuery(query, ownTransactionList);
    return sendPage(reply, request, await listTransactions(database, request, caller().userId)).map(show);
  });

  route(app, 'cancelWithdrawal', 'writes', async ({ params, caller, request, reply }) => {
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
    return sendPage(reply, request, await listTransactions(database, request)).map(show);
  });

  route(app, 'readTransaction', 'reads', async ({ params, reply }) => {
    const found = await readTransaction(database.db, params.trxId);
    sendVersion(reply, found.version);
    return show(found);
  });

  route(app, 'readTransactionHistory', 'reads', async ({ params, caller }) => {
    const { type, userId } = caller();
    return readHistory(database.db, params.trxId, type === 'admin' ? undefined : userId);
  });

  route(app, 'changeStatus', 'writes', async ({ params, body, caller, request, reply }) => {
    const actor = actorOf(request, caller());
    const ifMatch = readIfMatch(request);
    const operation = `transaction.status ${params.trxId} ${ifMatch ?? '*'}`;
    const key = readIdempotencyKey(request);
    const changed = await database.transact((tx) =>
      once(tx, { key, userId: actor.userId, operation, body }, async () => {
        const { transaction, changed: moved } = await changeStatus(
          tx,
          actor,
          params.trxId,
          body.status,
          ifMatch,
        );
        if (moved)
          await outbox.enqueue(tx, mails.statusChanged(transaction, newsOf[body.status], actor.reason));
        return transaction;
      }),
    );
    sendVersion(reply, changed.version);
    return show(changed);
  });
}
