import { or, sql } from 'drizzle-orm';
import { limits } from '../../contract/limits';
import { users } from '../db/schema/people';
import { takeoverReports } from '../db/schema/sign-in';

/** How many are kept. */
const most = sql.raw('5');

/**
 * Whether passwords of before are kept from being set again, as a thief may know them: what the person signs in with has
 * changed within the time that reports look back to, or a report is open.
 */
export const formerOnesCount = sql<boolean>`coalesce(${or(
  sql`${users.credentialsChangedAt} > now() - ${limits.takeoverLookBack} * interval '1 millisecond'`,
  sql`exists (select 1 from ${takeoverReports}
    where ${takeoverReports.userId} = ${users.id} and ${takeoverReports.closedAt} is null)`,
)}, false)`;

/** With the password of now, which another one replaces. The oldest stay: a thief who sets many does not push them out. */
export const formerOnesNext = sql`(case when ${formerOnesCount}
  then ${users.formerPasswords} || ${users.passwordHash} else array[${users.passwordHash}] end)[1:${most}]`;
