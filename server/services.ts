import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Site } from '../contract/site';
import { createDeviceCookies } from './auth/device-cookie';
import { createOtps } from './auth/otp';
import { createPasswords, type Passwords } from './auth/passwords';
import { createTokens } from './auth/tokens';
import { type Config, mustHaveFactor } from './config';
import { type CounterKey, createCounterKey } from './counter-key';
import type { Database } from './db/client';
import type { Reads } from './db/reads';
import { createHideText } from './factors/hide-text';
import { createPasskeys } from './factors/passkeys';
import { createRecoveryCodes } from './factors/recovery-codes';
import type { FactorServices } from './factors/services';
import { secondFactor } from './factors/sign-in';
import { type CheckpointKey, createCheckpointKey } from './history/checkpoint';
import { checkpointFile } from './history/publish';
import { endBeside } from './http/end-beside';
import { isSecure } from './http/headers';
import { createRateLimits } from './limits/rate-limits';
import { deliverToFolder, forgetInFolder } from './mail/dev-mailbox';
import { brandOf, createMails } from './mail/messages';
import { createOutbox } from './mail/outbox';
import { createMailSeal } from './mail/seal';
import { startSender } from './mail/sender';
import { createSmtp } from './mail/smtp';
import type { PeopleServices } from './people/services';
import { createProofLinks } from './proofs/links';
import { createSecretBox } from './secret-box';
import { loadSecrets } from './secrets';
import { recordSecurityEvent } from './security/events';
import { createReportLinks, type ReportLinks } from './takeover/links';
import type { TransactionServices } from './transactions/services';
import { whenShutOut } from './when-shut-out';
import { createCommit } from './writes/commit';

/** What is made once and handed to the rooms: each says itself what it needs of it. */
export interface Services extends FactorServices, PeopleServices, TransactionServices {
  config: Config;
  reads: Reads;
  reportLinks: ReportLinks;
  counterKey: CounterKey;
  /** Signs checkpoints of the history, which are kept in this file. */
  checkpointKey: CheckpointKey;
  checkpointFile: string;
  /** Removes the mails in the folder of demo mode that name somebody. */
  forgetMails(person: { email: string }): Promise<void>;
}

/** Whether mail goes to the mailbox of demo mode (docs/rules.md, "Mail"). */
export function hasDevMailbox(config: Config): boolean {
  return config.siteMode === 'demo' && config.smtp === undefined;
}

/** Where that mailbox keeps its mail. */
export function mailFolder(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'mail');
}

/** Makes the services; closing the app ends the sender of mail and its connections. */
export async function makeServices(
  app: FastifyInstance,
  config: Config,
  { database, reads }: { database: Database; reads: Reads },
  site: Pick<Site, 'documents' | 'supportMail'> | undefined,
  passwords?: Passwords,
): Promise<Services> {
  const secrets = loadSecrets(config);
  const counterKey = createCounterKey(secrets.counterKey);
  const reportLinks = createReportLinks(secrets.reportKey, config.publicUrl);
  const brand = brandOf(config.mailFrom);
  const smtp =
    config.smtp && createSmtp({ ...config.smtp, from: config.mailFrom, publicUrl: config.publicUrl });
  const mailSeal = createMailSeal(secrets.mailKey);
  const deliver = mailSeal.opening(smtp?.deliver ?? deliverToFolder(mailFolder(config)));
  const sender = startSender(database, deliver, (err) => app.log.error({ err }, 'mail was not sent'));
  endBeside(app, async () => {
    await sender.stop();
    smtp?.close();
  });
  return {
    config,
    database,
    reads,
    commit: createCommit(database, secrets.requestKey),
    counterKey,
    limits: createRateLimits(database, config.rateLimits, counterKey, (detail, { visitor, ...who }) =>
      recordSecurityEvent(database.db, visitor, { kind: 'limit_hit', detail, ...who }),
    ),
    passwords: passwords ?? (await createPasswords()),
    secondFactor,
    passkeys: createPasskeys(config.publicUrl, brand),
    recoveryCodes: createRecoveryCodes(secrets.factorKey),
    secretBox: createSecretBox(secrets.factorKey),
    hideText: createHideText(secrets.factorKey),
    requiresFactor: (type) => mustHaveFactor(config.secondFactor, type),
    brand,
    tokens: await createTokens(secrets.tokenKey),
    deviceCookies: createDeviceCookies(secrets.deviceKey, isSecure(config.publicUrl)),
    otps: createOtps(secrets.otpPepper),
    outbox: createOutbox(sender.wake, mailSeal),
    proofLinks: createProofLinks(secrets.linkKey, config.publicUrl),
    reportLinks,
    checkpointKey: createCheckpointKey(secrets.checkpointKey),
    checkpointFile: checkpointFile(config.dataDir),
    mails: createMails(config.publicUrl, brand, reportLinks.linkTo, site?.supportMail),
    documents: site?.documents ?? [],
    whenShutOut,
    forgetMails: ({ email }) => forgetInFolder(mailFolder(config), email),
  };
}
