import type { FastifyInstance } from 'fastify';
import { mayCall } from '../../contract/access';
import { ownTransactionList, transactionList } from '../../contract/list-query';
import { isSentForApproval } from '../../contract/sent-for-approval';
import type { Queries } from '../db/client';
import { readSnapshot } from '../db/snapshot';
import { sendVersion } from '../http/etag';
import { sendPage } from '../http/page';
import { route, routeOutsideWrite, routeRead } from '../http/route';
import { write, writeEach } from '../http/write';
import { mapPage } from '../lists/list';
import { parseListQuery } from '../lists/list-query';
import { changeStatuses } from './bulk';
import { createOpened, openTransaction } from './create';
import { readHistory } from './history';
import { notifyOwner } from './notify';
import { proposalOfPayment } from './payment-kind';
import { previewStatuses } from './preview';
import { previewDecision, readReview } from './review';
import type { TransactionServices } from './services';
import { cancelWithdrawal, changeOpened, lockStatus, openStatus } from './status';
import { listTransactions, readTransaction } from './transactions';

/** Why a preview is no write. */
const preview = 'a preview is a read whose question is too long for an address';

/** Deposits, withdrawals and their status (docs/rules.md, "Effects of statuses"). */
export function transactionRoutes(app: FastifyInstance, services: TransactionServices): void {
  const { config, database, reads, commit, outbox, mails, proofLinks } = services;
  // On the way out and no earlier: what is stored, repeated answers included, keeps no link.
  const { show } = proofLinks;

  write(app, 'createTransaction', 'writes', commit, {
    operation: 'transaction.create',
    open: (db: Queries, { body, caller }) => openTransaction(db, caller.userId, body, config),
    async work(tx, { body, actor, caller: { userId, firstName, lastName, email } }, opened) {
      const owner = { _id: userId, firstName, lastName, email };
      const made = await createOpened(tx, owner, actor, body, config, opened);
      outbox.enqueue(tx, mails.received(made));
      return made;
    },
    show,
  });

  routeRead(app, 'listOwnTransactions', 'reads', reads, async ({ query, caller, reply }, read) => {
    const request = parseListQuery(query, ownTransactionList);
    const { userId } = caller();
    const page = await read((source) => listTransactions(source, request, userId));
    return sendPage(reply, request, mapPage(page, show));
  });

  write(app, 'cancelWithdrawal', 'protects', commit, {
    operation: 'transaction.cancel',
    on: ({ params }) => params.trxId,
    open: (db: Queries, { params, caller }) => lockStatus(db, params.trxId, 'DECLINED', caller.userId),
    async work(tx, { actor }, locked) {
      const declined = cancelWithdrawal(tx, actor, locked);
      outbox.enqueue(tx, mails.statusChanged(declined, 'cancelled', undefined));
      return declined;
    },
    show,
  });

  routeRead(app, 'listTransactions', 'reads', reads, async ({ query, reply }, read) => {
    const request = parseListQuery(query, transactionList);
    const page = await read((source) => listTransactions(source, request));
    return sendPage(reply, request, mapPage(page, show));
  });

  route(app, 'readTransaction', 'reads', async ({ params, reply }) => {
    const found = await readTransaction(database.db, params.trxId);
    sendVersion(reply, found.version);
    return show(found);
  });

  route(app, 'readTransactionHistory', 'reads', async ({ params, caller }) => {
    const { type, userId } = caller();
    return readHistory(database, params.trxId, mayCall('console', type) ? undefined : userId);
  });

  route(app, 'readReview', 'reads', async ({ params, reply }) => {
    const review = await readReview(database, params.trxId, config.withdrawalHold);
    sendVersion(reply, review.transaction.version);
    return { ...review, transaction: show(review.transaction) };
  });

  routeOutsideWrite(app, 'previewStatus', 'reads', preview, async ({ params, body }) =>
    readSnapshot(database, (db) =>
      previewDecision({ db, seal: database.seal }, params.trxId, body.status, config.withdrawalHold),
    ),
  );

  routeOutsideWrite(app, 'previewStatuses', 'reads', preview, async ({ body }) =>
    readSnapshot(database, (db) => previewStatuses(db, body, config.withdrawalHold)),
  );

  writeEach(app, 'changeStatuses', 'writes', async ({ body, actor, key, request }) =>
    changeStatuses(services, body, {
      actor,
      key,
      log: (err) => request.log.error({ err }, 'a status could not be changed'),
    }),
  );

  write(app, 'changeStatus', 'writes', commit, {
    operation: 'transaction.status',
    on: ({ params }) => params.trxId,
    versioned: true,
    open: (db: Queries, { params, body }, again) => openStatus(db, params.trxId, body.status, again),
    async work(tx, { body: { status, ...accepted }, actor, ifMatch }, opened) {
      const { withdrawalHold } = config;
      const options = { ...accepted, withdrawalHold, propose: proposalOfPayment(services) };
      const result = await changeOpened(tx, actor, opened, status, ifMatch, options);
      return result.sent ?? notifyOwner(tx, services, result, actor.reason);
    },
    show: (reply) => (isSentForApproval(reply) ? reply : show(reply)),
  });
}
