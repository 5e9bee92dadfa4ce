import type { IncomingMessage } from 'node:http';
import { sql } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { v4 as uuid } from 'uuid';
import { mayCall } from '../contract/access';
import { auditSubjects } from '../contract/audit';
import { calls } from '../contract/calls';
import type { UserType } from '../contract/enums';
import { limits as contractLimits } from '../contract/limits';
import { adjustmentKind } from './accounts/adjustment-kind';
import { accountRoutes } from './accounts/routes';
import { addressBookRoutes } from './address-book/routes';
import { auditRoutes } from './audit/routes';
import type { Passwords } from './auth/passwords';
import { authRoutes } from './auth/routes';
import { createAuthenticate } from './auth/sessions';
import type { Backups } from './backup/schedule';
import { bookRoutes } from './books/routes';
import type { Config } from './config';
import type { Database } from './db/client';
import type { ReadableSubjects } from './db/readable-subjects';
import { type Reads, readsOf } from './db/reads';
import { resources as declared } from './declared-resources';
import { describeBackups } from './embedded-backups';
import { createSpendAct } from './factors/acts';
import { resetKind } from './factors/reset-kind';
import { factorRoutes } from './factors/routes';
import { startCheckpointSender } from './history/publish';
import { historyRoutes } from './history/routes';
import { createSealer, originOf } from './history/sealer';
import { homeRoutes } from './home/routes';
import { guardRoutes } from './http/access';
import { canonicalUrl, checkAddresses } from './http/address';
import { boundAnswers } from './http/bound-answers';
import { guardWrites } from './http/changes';
import { answerClientError, boundBodies, closeUnread, refuseExpectations } from './http/client-errors';
import { documentApi } from './http/documentation';
import { endBeside } from './http/end-beside';
import { endConnections } from './http/end-connections';
import { answerUnreadable, handleErrors } from './http/errors';
import { sendFixedContent } from './http/fixed-answers';
import { bareForwarded, reportForwarding } from './http/forwarding';
import { createHeaders } from './http/headers';
import { healthRoutes } from './http/health';
import { readJsonOnly } from './http/json-body';
import { observeRequests, proxyTrail } from './http/observe';
import { limitLongLists } from './http/page';
import { policyReportRoutes } from './http/policy-reports';
import { checkedReplies, quickReplies } from './http/replies';
import { legalRoutes } from './legal/routes';
import { loggerOptions } from './log';
import { brandOf } from './mail/messages';
import { devMailboxRoutes, mailRoutes } from './mail/routes';
import { rangeTest } from './network';
import type { BuiltPages } from './pages/built-pages';
import { servePages } from './pages/routes';
import { peopleKind } from './people/people-kind';
import { peopleRoutes } from './people/routes';
import { personalDataRoutes } from './personal-data/routes';
import { proofRoutes } from './proofs/routes';
import type { ActKinds } from './proposals/kinds';
import { proposalRoutes } from './proposals/routes';
import { addressKind } from './resources/address-kind';
import type { Resource } from './resources/define-resource';
import { resourceRoutes } from './resources/routes';
import { mailboxKey } from './secrets';
import { watchRefusals } from './security/alerts';
import { recordSecurityEvent } from './security/events';
import { securityRoutes } from './security/routes';
import { hasDevMailbox, mailFolder, makeServices, type Services } from './services';
import { logSlowQueries } from './slow-queries';
import { statementRoutes } from './statements/routes';
import { takeoverRoutes } from './takeover/routes';
import { paymentKind } from './transactions/payment-kind';
import { transactionRoutes } from './transactions/routes';
import { userRoutes } from './users/routes';
import { walletRoutes } from './wallets/routes';

export interface AppOptions {
  config: Config;
  /** Open and migrated; who opened it closes it, after the app. */
  database: Database;
  /** Where is read what decides nothing; at the database if not given. */
  reads?: Reads;
  /** The built pages; without them only the API is served. */
  pages?: BuiltPages;
  /** Those of the embedded database, where it is archived. */
  backups?: Backups;
  /** Hashes them; made if not given. */
  passwords?: Passwords;
  /** What is served under /api/admin; what server/declared-resources.ts lists if not given. */
  resources?: readonly Resource[];
  /** Where the log goes; standard output if not given. */
  log?: { write(line: string): void };
  /** Whether it seals the history (docs/ledger.md). */
  seals?: boolean;
  /** Whether each reply is held against the contract before it leaves. Tests do: a product has their word for it. */
  checksReplies?: boolean;
}

/** Milliseconds; a request that drips in more slowly is refused. An image may be large, and a line slow. */
const requestTimeout = 10_000;
const uploadTimeout = 120_000;
const isUpload = ({ url = '' }: IncomingMessage) => url.startsWith(calls.uploadProof.path);

/** The whole server, the same for `npm start` and the tests. Closing it ends the sender of mail as well. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, reads = readsOf(database), pages, passwords, log, backups } = options;
  const { resources = declared } = options;
  const writeHeaders = createHeaders(config.publicUrl);
  const isTrusted = rangeTest(config.trustProxy ?? []);
  const app = Fastify({
    logger: { ...loggerOptions(config.logLevel), ...(log && { stream: log }) },
    genReqId: () => uuid(),
    requestIdHeader: false,
    // For what hangs: on a busy machine a start takes longer than Fastify's own ten seconds, and would end in an error.
    pluginTimeout: 60_000,
    childLoggerFactory: (logger, bindings, options, raw) =>
      logger.child({ ...bindings, ...proxyTrail(raw, isTrusted) }, options),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: contractLimits.bodyBytes,
    requestTimeout: uploadTimeout,
    // Node takes the larger of the two for the whole request, and would wait its 60 s for headers.
    // A missing host is refused by us, in the shape of every other refusal.
    http: { connectionsCheckingInterval: 2_000, headersTimeout: requestTimeout, requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true },
    // The first that Fastify does with a request: its log reads the visitor's address already.
    rewriteUrl: (raw) => {
      bareForwarded(raw, isTrusted);
      return canonicalUrl(raw.url ?? '/');
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerUnreadable(writeHeaders),
  });
  endConnections(app, requestTimeout);
  boundAnswers(app, isTrusted);
  refuseExpectations(app);
  closeUnread(app);
  boundBodies(app, requestTimeout, isUpload);
  sendFixedContent(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(options.checksReplies ? checkedReplies : quickReplies);

  const services = await makeServices(app, config, { database, reads }, pages?.site, passwords);
  handleErrors(app);
  observeRequests(app, isTrusted);
  if (config.slowQuery > 0) app.addHook('onClose', logSlowQueries(app.log, config.slowQuery));
  readJsonOnly(app);
  app.addHook('onRequest', (request, reply, next) => {
    writeHeaders(request, reply);
    next();
  });
  checkAddresses(app);
  reportForwarding(app, isTrusted);
  limitLongLists(app, services.limits);
  guardRoutes(app, {
    authenticate: createAuthenticate(database, services.tokens),
    limits: services.limits,
    requiresFactor: services.requiresFactor,
    spendAct: createSpendAct(services),
    recordRefused: ({ visitor, ...who }, detail) =>
      recordSecurityEvent(database.db, visitor, { kind: 'access_refused', detail, ...who }),
  });
  guardWrites(app);
  const brand = brandOf(config.mailFrom);
  await documentApi(app, brand);
  healthRoutes(app, () => database.db.execute(sql`select 1`));
  await policyReportRoutes(app);
  authRoutes(app, services);
  factorRoutes(app, services);
  userRoutes(app, services);
  peopleRoutes(app, services);
  personalDataRoutes(app, { ...services, resources });
  legalRoutes(app, services);
  accountRoutes(app, services);
  addressBookRoutes(app, services);
  transactionRoutes(app, services);
  await proofRoutes(app, services);
  walletRoutes(app, services);
  // What takes two administrators is looked at and done by the domain that it belongs to.
  const kinds: ActKinds = {
    address: addressKind(resources, config.siteMode),
    adjustment: adjustmentKind,
    withdrawal: paymentKind(services),
    people: peopleKind(services),
    factors_reset: resetKind(services),
  };
  // Nor does the audit log, a proposal or the home tell of records that a role may not read. A resource that is not declared
  // any more says no longer who may: its records stay with administrators.
  const readableBy = (type: UserType): ReadableSubjects => {
    if (mayCall('admin', type)) return undefined;
    const readable = resources.filter(({ read }) => mayCall(read, type)).map(({ name }) => name);
    return [...auditSubjects, ...readable];
  };
  proposalRoutes(app, { ...services, kinds, readableBy });
  auditRoutes(app, { ...services, readableBy });
  securityRoutes(app, services);
  takeoverRoutes(app, services);
  mailRoutes(app, services);
  bookRoutes(app, services);
  historyRoutes(app, services);
  statementRoutes(app, { ...services, brand });
  homeRoutes(app, { ...services, readableBy }, async () =>
    backups ? describeBackups(await backups.state()) : null,
  );
  resourceRoutes(app, services, resources);
  const stopWatching = watchRefusals(services, (err) =>
    app.log.error({ err }, 'administrators were not notified of refusals'),
  );
  app.addHook('onClose', stopWatching);
  if (options.seals) startSealing(app, services);
  if (hasDevMailbox(config)) {
    const { publicUrl } = config;
    devMailboxRoutes(app, { folder: mailFolder(config), key: mailboxKey(config), publicUrl });
  }
  await servePages(app, pages, config, reads);
  return app;
}

/** Seals the history until the app is closed. */
function startSealing(app: FastifyInstance, { config, database, ...services }: Services): void {
  const sender =
    config.checkpointUrl === undefined
      ? undefined
      : startCheckpointSender(config.checkpointUrl, (err) =>
          app.log.error({ err }, 'a checkpoint was not sent'),
        );
  const sealer = createSealer(database, {
    key: services.checkpointKey,
    origin: originOf(config.publicUrl),
    file: services.checkpointFile,
    sender,
    log: (err) => app.log.error({ err }, 'the history was not sealed'),
  });
  sealer.start();
  endBeside(app, sealer.stop);
}
