import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { v4 as uuid } from 'uuid';
import { limits as contractLimits } from '../contract/limits';
import { accountRoutes } from './accounts/routes';
import { auditRoutes } from './audit/routes';
import { createDeviceCookies } from './auth/device-cookie';
import { createOtps } from './auth/otp';
import { createPasswords } from './auth/passwords';
import { authRoutes } from './auth/routes';
import { createAuthenticate } from './auth/sessions';
import { createTokens } from './auth/tokens';
import { bookRoutes } from './books/routes';
import type { Config } from './config';
import type { Database } from './db/client';
import { guardRoutes } from './http/access';
import { canonicalUrl, checkAddresses } from './http/address';
import { answerClientError } from './http/client-errors';
import { documentApi } from './http/documentation';
import { endConnections } from './http/end-connections';
import { answerUnreadable, handleErrors } from './http/errors';
import { reportForwarding } from './http/forwarding';
import { createHeaders, isSecure } from './http/headers';
import { healthRoutes } from './http/health';
import { readJsonOnly } from './http/json-body';
import { limitLongLists } from './http/page';
import { policyReportRoutes } from './http/policy-reports';
import { createRateLimits } from './http/rate-limits';
import { legalRoutes } from './legal/routes';
import { loggerOptions } from './log';
import { deliverToFolder, devMailboxRoutes } from './mail/dev-mailbox';
import { brandOf, createMails } from './mail/messages';
import { createOutbox } from './mail/outbox';
import { mailRoutes } from './mail/routes';
import { startSender } from './mail/sender';
import { createSmtp } from './mail/smtp';
import type { BuiltPages } from './pages/built-pages';
import { servePages } from './pages/serve-pages';
import { createProofLinks } from './proofs/links';
import { proofRoutes } from './proofs/routes';
import type { Resource } from './resources/define-resource';
import { resources as declared } from './resources/resources';
import { resourceRoutes } from './resources/routes';
import { loadSecrets, mailboxKey } from './secrets';
import { watchRefusals } from './security/alerts';
import { securityRoutes } from './security/routes';
import type { Services } from './services';
import { transactionRoutes } from './transactions/routes';
import { userRoutes } from './users/routes';
import { walletRoutes } from './wallets/routes';

export interface AppOptions {
  config: Config;
  /** Open and migrated; who opened it closes it, after the app. */
  database: Database;
  /** The built pages; without them only the API is served. */
  pages?: BuiltPages;
  /** What is served under /api/admin; what server/resources/resources.ts lists if not given. */
  resources?: readonly Resource[];
  /** Where the log goes; standard output if not given. */
  log?: { write(line: string): void };
}

/** Milliseconds; a request that drips in more slowly is refused. */
const requestTimeout = 10_000;

/** The whole server, the same for `npm start` and the tests. Closing it ends the sender of mail as well. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, pages, log, resources = declared } = options;
  const writeHeaders = createHeaders(config.publicUrl);
  const app = Fastify({
    logger: { ...loggerOptions(config.logLevel), ...(log && { stream: log }) },
    genReqId: () => uuid(),
    requestIdHeader: false,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: contractLimits.bodyBytes,
    requestTimeout,
    // Node takes the larger of the two for the whole request, and would wait its 60 s for headers.
    // A missing host is refused by us, in the shape of every other refusal.
    http: { connectionsCheckingInterval: 2_000, headersTimeout: requestTimeout, requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url }) => canonicalUrl(url ?? '/'),
    clientErrorHandler: answerClientError,
    frameworkErrors: answerUnreadable(writeHeaders),
  });
  endConnections(app, requestTimeout);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const services = await makeServices(app, config, database, pages?.site.documents ?? []);
  handleErrors(app);
  readJsonOnly(app);
  app.addHook('onRequest', (request, reply, next) => {
    writeHeaders(request, reply);
    next();
  });
  checkAddresses(app);
  reportForwarding(app);
  limitLongLists(app, services.limits);
  guardRoutes(app, createAuthenticate(database, services.tokens), services.limits, database);
  await documentApi(app);
  healthRoutes(app, database);
  await policyReportRoutes(app);
  authRoutes(app, services);
  userRoutes(app, services);
  legalRoutes(app, services);
  accountRoutes(app, services);
  transactionRoutes(app, services);
  await proofRoutes(app, services);
  walletRoutes(app, services);
  auditRoutes(app, services);
  securityRoutes(app, services);
  mailRoutes(app, services);
  bookRoutes(app, services);
  resourceRoutes(app, services, resources);
  const stopWatching = watchRefusals(services, (err) => app.log.error({ err }, 'refusals were not told'));
  app.addHook('onClose', stopWatching);
  if (hasDevMailbox(config)) devMailboxRoutes(app, mailFolder(config), mailboxKey(config));
  await servePages(app, pages, config, database);
  return app;
}

/** Whether mail goes to the mailbox of demo mode (design, section 4). */
export function hasDevMailbox(config: Config): boolean {
  return config.siteMode === 'demo' && config.smtp === undefined;
}

function mailFolder(config: Config): string {
  return join(config.dataDir, 'mail');
}

async function makeServices(
  app: FastifyInstance,
  config: Config,
  database: Database,
  documents: Services['documents'],
): Promise<Services> {
  const secrets = loadSecrets(config);
  const smtp = config.smtp && createSmtp({ ...config.smtp, from: config.mailFrom });
  const deliver = smtp?.deliver ?? deliverToFolder(mailFolder(config));
  const sender = startSender(database, deliver, (err) => app.log.error({ err }, 'mail was not sent'));
  app.addHook('onClose', async () => {
    await sender.stop();
    smtp?.close();
  });
  return {
    config,
    database,
    limits: createRateLimits(database, config.rateLimits),
    passwords: await createPasswords(),
    tokens: await createTokens(secrets.tokenKey),
    deviceCookies: createDeviceCookies(secrets.deviceKey, isSecure(config.publicUrl)),
    otps: createOtps(secrets.otpPepper),
    outbox: createOutbox(sender.wake),
    proofLinks: createProofLinks(secrets.linkKey, config.publicUrl),
    mails: createMails(config.publicUrl, brandOf(config.mailFrom)),
    documents,
  };
}
