import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { ownReasons } from '../../contract/console-names';
import type { UserType } from '../../contract/enums';
import { refusals } from '../../contract/refusals';
import type { TakeoverAnswer } from '../../contract/takeover';
import { setFrozen } from '../accounts/freeze';
import { voidCredentials } from '../auth/credentials';
import { addressesOfAdministrators } from '../db/administrators';
import type { Tx } from '../db/client';
import { users } from '../db/schema/people';
import { takeoverReports } from '../db/schema/sign-in';
import { describeDevice } from '../device';
import { Refusal } from '../errors/refusal';
import { lockAccount } from '../ledger/posting';
import { networkOf } from '../network';
import type { Visitor } from '../request';
import { recordAudit } from '../writes/audit';
import type { LinkFacts } from './links';
import type { TakeoverServices } from './services';

/** Forged, too old, or of somebody who is not there any more: which of these stays untold. */
const invalidLink = () => new Refusal('invalid_report_link', refusals.invalidReportLink);

/**
 * Does what the owner of an account asks for by the link of a mail: freezes withdrawals, voids the password, ends sessions
 * and whatever else stood for it, lets pending withdrawals wait, takes back what an administrator has proposed and whom they
 * have invited, and tells the owner and all administrators by mail. Once for each link: the next time nothing is changed.
 * Throws `invalid_report_link`.
 */
export async function reportTakeover(
  services: TakeoverServices,
  token: string,
  visitor: Visitor,
): Promise<TakeoverAnswer> {
  const facts = services.reportLinks.read(token);
  if (!facts) throw invalidLink();
  return services.database.transact(async (tx) => {
    // First of all the row of the person, as changes of credentials have it; of two at once the second waits here.
    const [person] = await tx.db
      .select({ id: users.id, email: users.email, type: users.type })
      .from(users)
      .where(and(eq(users.id, facts.userId), isNull(users.erasedAt)))
      .for('no key update');
    if (!person) throw invalidLink();
    const earlier = await findReport(tx, facts.linkHash);
    if (earlier) return answerOf(person, earlier, true);
    const report = await store(tx, facts, visitor);
    await lockUp(services, tx, { person, facts, report, requestId: visitor.requestId });
    return answerOf(person, report, false);
  });
}

type Stored = Pick<typeof takeoverReports.$inferSelect, 'id' | 'reportedAt'>;
const stored = { id: takeoverReports.id, reportedAt: takeoverReports.reportedAt };

const answerOf = ({ id }: { id: string }, { reportedAt }: Stored, already: boolean): TakeoverAnswer => ({
  userId: id,
  reportedAt: reportedAt.toISOString(),
  already,
});

async function findReport(tx: Tx, linkHash: string): Promise<Stored | undefined> {
  const [found] = await tx.db
    .select(stored)
    .from(takeoverReports)
    .where(eq(takeoverReports.linkHash, linkHash));
  return found;
}

async function store(tx: Tx, facts: LinkFacts, { ip, userAgent }: Visitor): Promise<Stored> {
  const [report] = await tx.db
    .insert(takeoverReports)
    .values({
      id: uuid(),
      ...facts,
      reportedAt: sql`clock_timestamp()`,
      network: networkOf(ip),
      device: describeDevice(userAgent),
    })
    .returning(stored);
  if (!report) throw new Error('The report was not stored');
  return report;
}

interface Reported {
  person: { id: string; email: string; type: UserType };
  facts: LinkFacts;
  report: Stored;
  requestId: string | undefined;
}

async function lockUp(
  { config, outbox, mails, whenShutOut }: TakeoverServices,
  tx: Tx,
  { person, facts: { about, mailedAt }, report, requestId }: Reported,
): Promise<void> {
  const actor = { userId: person.id, requestId, reason: ownReasons.reported };
  recordAudit(tx, actor, {
    action: 'user.takeover_reported',
    subjectType: 'user',
    subjectId: person.id,
    after: { report: report.id, about, mailedAt: mailedAt.toISOString() },
  });
  const waitUntil = await voidCredentials(tx, actor, person, config.withdrawalHold);
  // Administrators and auditors have no account.
  if (await lockAccount(tx.db, person.id)) await setFrozen(tx, actor, person.id, true, undefined);
  if (person.type !== 'investor') {
    // It may be a thief who has set it in motion, to stay by it.
    for (const task of whenShutOut) await task(tx, actor, person.id);
  }
  outbox.enqueue(tx, mails.takeoverReported(person.email, report.reportedAt, waitUntil));
  for (const email of await addressesOfAdministrators(tx.db)) {
    const waiting = { id: report.id, account: person.email, about, at: report.reportedAt };
    outbox.enqueue(tx, mails.reportWaits(email, waiting));
  }
}
