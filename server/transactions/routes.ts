import type { FastifyInstance } from 'fastify';
import { ownTransactionList, transactionList } from '../../contract/list-query';
import { once } from '../http/idempotency';
import { parseListQuery } from '../http/list-query';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { actorOf, readIdempotencyKey, readIfMatch, sendVersion } from '../http/write-headers';
import type { Services } from '../services';
import { createTransaction } from './create';
import { cancelWithdrawal, changeStatus } from './status';
import { listTransactions, readTransaction } from './transactions';

/** Deposits, withdrawals and their status (specification, section 7). */
export function transactionRoutes(app: FastifyInstance, { database }: Services): void {
  route(app, 'createTransaction', 'writes', async ({ body, caller, request, reply }) => {
    const { userId, firstName, lastName, email } = caller();
    const actor = actorOf(request, caller());
    const key = readIdempotencyKey(request);
    const created = await database.transact((tx) =>
      once(tx, { key, userId, operation: 'transaction.create', body }, () =>
        createTransaction(tx, { _id: userId, firstName, lastName, email }, actor, body),
      ),
    );
    sendVersion(reply, created.version);
    return created;
  });

  route(app, 'listOwnTransactions', 'reads', async ({ query, caller, reply }) => {
    const request = parseListQuery(query, ownTransactionList);
    return sendPage(reply, request, await listTransactions(database, request, caller().userId));
  });

  route(app, 'cancelWithdrawal', 'writes', async ({ params, caller, request, reply }) => {
    const actor = actorOf(request, caller());
    const operation = `transaction.cancel ${params.trxId}`;
    const key = readIdempotencyKey(request);
    const cancelled = await database.transact((tx) =>
      once(tx, { key, userId: actor.userId, operation, body: null }, () =>
        cancelWithdrawal(tx, actor, params.trxId),
      ),
    );
    sendVersion(reply, cancelled.version);
    return cancelled;
  });

  route(app, 'listTransactions', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, transactionList);
    return sendPage(reply, request, await listTransactions(database, request));
  });

  route(app, 'readTransaction', 'reads', async ({ params, reply }) => {
    const found = await readTransaction(database.db, params.trxId);
    sendVersion(reply, found.version);
    return found;
  });

  route(app, 'changeStatus', 'writes', async ({ params, body, caller, request, reply }) => {
    const actor = actorOf(request, caller());
    const ifMatch = readIfMatch(request);
    const operation = `transaction.status ${params.trxId} ${ifMatch ?? '*'}`;
    const key = readIdempotencyKey(request);
    const changed = await database.transact((tx) =>
      once(tx, { key, userId: actor.userId, operation, body }, () =>
        changeStatus(tx, actor, params.trxId, body.status, ifMatch),
      ),
    );
    sendVersion(reply, changed.version);
    return changed;
  });
}
