import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { v4 as uuid } from 'uuid';
import { limits as contractLimits } from '../contract/limits';
import { accountRoutes } from './accounts/routes';
import { auditRoutes } from './audit/routes';
import { createOtps } from './auth/otp';
import { createPasswords } from './auth/passwords';
import { authRoutes } from './auth/routes';
import { createAuthenticate } from './auth/sessions';
import { createTokens } from './auth/tokens';
import { bookRoutes } from './books/routes';
import type { Config } from './config';
import type { Database } from './db/client';
import { guardRoutes } from './http/access';
import { answerClientError } from './http/client-errors';
import { documentApi } from './http/documentation';
import { endConnections } from './http/end-connections';
import { answerUnreadable, handleErrors } from './http/errors';
import { sendHeaders } from './http/headers';
import { healthRoutes } from './http/health';
import { readJsonOnly } from './http/json-body';
import { policyReportRoutes } from './http/policy-reports';
import { createRateLimits } from './http/rate-limits';
import { deliverToFolder, devMailboxRoutes } from './mail/dev-mailbox';
import { brandOf, createMails } from './mail/messages';
import { createOutbox } from './mail/outbox';
import { startSender } from './mail/sender';
import { createSmtp } from './mail/smtp';
import type { BuiltPages } from './pages/built-pages';
import { servePages } from './pages/serve-pages';
import { createProofLinks } from './proofs/links';
import { proofRoutes } from './proofs/routes';
import type { Resource } from './resources/define-resource';
import { resources as declared } from './resources/resources';
import { resourceRoutes } from './resources/routes';
import { loadSecrets } from './secrets';
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
  const app = Fastify({
    logger: { level: config.logLevel, ...(log && { stream: log }) },
    genReqId: () => uuid(),
    requestIdHeader: false,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: contractLimits.bodyBytes,
    requestTimeout,
    // Node takes the larger of the two for the whole request, and would wait its 60 s for headers.
    http: { connectionsCheckingInterval: 2_000, headersTimeout: requestTimeout },
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerUnreadable,
  });
  endConnections(app, requestTimeout);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const services = await makeServices(app, config, database);
  handleErrors(app);
  readJsonOnly(app);
  sendHeaders(app, config.publicUrl);
  guardRoutes(app, createAuthenticate(database, services.tokens), services.limits);
  await documentApi(app);
  healthRoutes(app, database);
  await policyReportRoutes(app);
  authRoutes(app, services);
  userRoutes(app, services);
  accountRoutes(app, services);
  transactionRoutes(app, services);
  await proofRoutes(app, services);
  walletRoutes(app, services);
  auditRoutes(app, services);
  bookRoutes(app, services);
  resourceRoutes(app, services, resources);
  if (hasDevMailbox(config)) devMailboxRoutes(app, mailFolder(config));
  await servePages(app, pages, config, database);
  return app;
}

/** Whether mail goes to the mailbox of demo mode (design, section 4). */
export function hasDevMailbox(config: Config): boolean {
  return config.siteMode === 'demo' && config.smtpUrl === undefined;
}

function mailFolder(config: Config): string {
  return join(config.dataDir, 'mail');
}

async function makeServices(app: FastifyInstance, config: Config, database: Database): Promise<Services> {
  const secrets = loadSecrets(config);
  const smtp = config.smtpUrl === undefined ? undefined : createSmtp(config.smtpUrl, config.mailFrom);
  const deliver = smtp?.deliver ?? deliverToFolder(mailFolder(config));
  const sender = startSender(database, deliver, (err) => app.log.error({ err }, 'mail was not sent'));
  app.addHook('onClose', async () => {
    await sender.stop();
    smtp?.close();
  });
  return {
    config,
    database,
    limits: createRateLimits(database.pool, config.rateLimits),
    passwords: await createPasswords(),
    tokens: await createTokens(secrets.tokenKey),
    otps: createOtps(secrets.otpPepper),
    outbox: createOutbox(sender.wake),
    proofLinks: createProofLinks(secrets.linkKey, config.publicUrl),
    mails: createMails(config.publicUrl, brandOf(config.mailFrom)),
  };
}
