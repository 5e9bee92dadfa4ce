import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { standingNames } from '../contract/console-names';
import { invitedTypes } from '../contract/enums';
import { userTypeNames } from '../contract/messages';
import { inviteSchema } from '../contract/people';
import { type Config, readSettings } from './config';
import { explainRefused, openConfigured } from './configured-database';
import type { Database, Queries, Tx } from './db/client';
import { requireDatabase } from './db/embedded/folders';
import { requireMigrated } from './db/migrate';
import { users } from './db/schema/people';
import { factors } from './db/schema/second-factor';
import { sessions } from './db/schema/sign-in';
import { opensEvents } from './db/seal-former';
import { Refusal } from './errors/refusal';
import { resetFactors } from './factors/reset';
import { brandOf, createMails } from './mail/messages';
import { createOutbox } from './mail/outbox';
import { createMailSeal } from './mail/seal';
import { findBuiltPages } from './pages/built-pages';
import { invitePerson } from './people/invitations';
import type { PeopleActs } from './people/services';
import { disablePerson, enablePerson, offboardPerson } from './people/standing';
import { prepareDatabase } from './prepare-database';
import type { Actor } from './request';
import { hasSecrets, loadSecrets, noSecrets } from './secrets';
import { createReportLinks } from './takeover/links';
import { whenShutOut } from './when-shut-out';

/*
 * `npm run admin`: lets people in and shuts them out on the server's own machine, for when nobody can sign in to do it
 * (docs/operating.md, "The command line"). Works beside a server that runs, and without one.
 */
const usage = `Usage:
  npm run admin -- list [EMAIL]                        administrators and auditors, or one person
  npm run admin -- invite EMAIL --role admin|auditor   mails a link; prints it where no mail is set up
  npm run admin -- disable EMAIL                       signs out, and lets sign in no more
  npm run admin -- enable EMAIL                        lets a disabled person sign in again
  npm run admin -- offboard EMAIL                      the same as disable, for good
  npm run admin -- reset-factors EMAIL                 removes second factors that were lost
Each but list takes --reason "TEXT" for the audit log.`;

/** What was asked for cannot be done; the message is for people. */
class NotDone extends Error {}

const otherSecrets =
  'The secrets here are not those of the server, which could not read what is written with them. Nothing was done: give its DATA_DIR or JWT_SECRET, and its PERSONAL_DATA_KEY if it has one.';

interface Asked {
  config: Config;
  database: Database;
  services: PeopleActs;
  /** Nobody who is signed in: whoever has the server's own machine. */
  actor: Actor;
  role: string | undefined;
}

/** An act on the person of an address; answers what to print. */
type Act = (asked: Asked, email: string) => Promise<string>;

/** A change of the standing, and what is said of it. */
function standingAct(change: typeof disablePerson, done: (email: string) => string): Act {
  return async ({ database, services, actor }, email) => {
    await database.transact(async (tx: Tx) =>
      change(services, tx, actor, { userId: await findPerson(tx.db, email) }),
    );
    return done(email);
  };
}

const invite: Act = async ({ config, database, services, actor, role }, email) => {
  const type = invitedTypes.safeParse(role);
  if (!type.success) throw new NotDone(`--role must be one of ${invitedTypes.options.join(', ')}.`);
  const body = inviteSchema.safeParse({ email, type: type.data });
  if (!body.success) throw new NotDone(`${email} is no e-mail address.`);
  const { path, invitation } = await database.transact((tx) => invitePerson(services, tx, actor, body.data));
  const lines = [`${email} is invited as ${userTypeNames[type.data]}, until ${invitation.expiresAt}.`];
  return [
    ...lines,
    config.smtp
      ? 'The link leaves by mail once the server runs.'
      : `No mail is set up. The link, which works once: ${config.publicUrl}${path}`,
  ].join('\n');
};

const reset: Act = async ({ config, database, services, actor }, email) => {
  const { outbox, mails } = services;
  const done = await resetFactors(
    { database, outbox, mails, hold: config.withdrawalHold },
    email,
    actor.reason,
  );
  if (!done) throw nobody(email);
  return `${email} has no second factor any more, and is signed out everywhere.`;
};

const acts: Readonly<Record<string, Act>> = {
  invite,
  disable: standingAct(disablePerson, (email) => `${email} is signed out everywhere, and cannot sign in.`),
  enable: standingAct(enablePerson, (email) => `${email} can sign in again.`),
  offboard: standingAct(
    offboardPerson,
    (email) => `${email} is signed out everywhere, and can never sign in again.`,
  ),
  'reset-factors': reset,
};

const nobody = (email: string) => new NotDone(`Nobody has the address ${email}.`);

async function findPerson(db: Queries, email: string): Promise<string> {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!found) throw nobody(email);
  return found.id;
}

/** Administrators and auditors, or the person of an address: role, standing, second factors, last use. */
async function list({ db }: Database, email: string | undefined): Promise<string> {
  // As a part of its own: columns that stand in a selection from one table lose that table's name.
  const ofPerson = eq(sessions.userId, users.id);
  const rows = await db
    .select({
      email: users.email,
      type: users.type,
      standing: users.standing,
      factors: db.$count(factors, eq(factors.userId, users.id)),
      seen: sql<Date | null>`(select max(${sessions.lastSeenAt}) from ${sessions} where ${ofPerson})`.mapWith(
        sessions.lastSeenAt,
      ),
    })
    .from(users)
    .where(email === undefined ? inArray(users.type, invitedTypes.options) : eq(users.email, email))
    .orderBy(users.type, desc(users.createdAt));
  if (rows.length === 0) throw email === undefined ? new NotDone('There is nobody yet.') : nobody(email);
  return rows
    .map((row) =>
      [
        row.email,
        userTypeNames[row.type],
        standingNames[row.standing],
        `${row.factors} second factor${row.factors === 1 ? '' : 's'}`,
        row.seen ? `last seen ${row.seen.toISOString()}` : 'never seen',
      ].join('\t'),
    )
    .join('\n');
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { role: { type: 'string' }, reason: { type: 'string' } },
    });
    const [act = '', address, ...more] = positionals;
    const email = address?.trim().toLowerCase();
    const known = act === 'list' || (email !== undefined && act in acts);
    if (!known || more.length > 0) throw new NotDone(usage);
    return { act, email, ...values };
  } catch (error) {
    if (error instanceof NotDone) throw error;
    throw new NotDone(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

async function run(): Promise<string> {
  const { act, email, role, reason } = readArguments();
  const config = readSettings(process.env);
  if (config.databaseUrl === undefined) requireDatabase(config.dataDir);
  // New ones would be made, and what is written with them be read by nobody.
  if (!hasSecrets(config)) throw new NotDone(noSecrets);
  const { database, owner, joined, close } = await openConfigured(config, { join: true });
  try {
    if (config.databaseUrl === undefined && !joined) {
      await prepareDatabase(
        { server: database, owner },
        { live: config.siteMode === 'live', reason: config.allowOwnerRole },
      );
    } else {
      // It is the servers' to migrate: those that run may be of an earlier version.
      await requireMigrated(database.pool);
      if (!(await opensEvents(database.pool, database.seal))) throw new NotDone(otherSecrets);
    }
    const wanted = acts[act];
    if (email === undefined || wanted === undefined) return await list(database, email);
    const { reportKey, mailKey } = loadSecrets(config);
    const { linkTo } = createReportLinks(reportKey, config.publicUrl);
    const pages = findBuiltPages(join(import.meta.dirname, '../client'));
    const services: PeopleActs = {
      // What is put there leaves when a server runs.
      outbox: createOutbox(() => {}, createMailSeal(mailKey)),
      mails: createMails(config.publicUrl, brandOf(config.mailFrom), linkTo, pages?.site.supportMail),
      whenShutOut,
    };
    const actor = { userId: undefined, requestId: undefined, reason };
    return await wanted({ config, database, services, actor, role }, email);
  } finally {
    await close();
  }
}

try {
  console.log(await run());
} catch (error) {
  const said = error instanceof NotDone || error instanceof Refusal;
  console.error(said ? error.message : explainRefused(error));
  process.exitCode = 1;
}
