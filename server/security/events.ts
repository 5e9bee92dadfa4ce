import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { SecurityEventKind } from '../../contract/enums';
import type { Queries } from '../db/client';
import { securityEvents } from '../db/schema/sign-in';
import { describeDevice } from '../device';
import { happenings } from '../diagnostics';
import { explainError } from '../log';
import { networkOf } from '../network';
import type { Visitor } from '../request';

export interface SecurityEvent {
  kind: SecurityEventKind;
  /** The person concerned, when known. */
  userId?: string | undefined;
  /** The address that was tried, when no person is known by it or it was sent. */
  email?: string | undefined;
  /** What was refused: the name of a limit, a route. */
  detail?: string | undefined;
}

/** Rows an hour, so that nobody fills the disk: of one kind from one network, and of all together. */
const most = { ofNetwork: 200, together: 20_000 };
/** Letters; an address has no more than 254. */
const longest = { email: 254, detail: 200 };

/**
 * Records a security event. It stands for itself: call it outside the transaction of what was refused.
 * When it cannot be recorded, the request goes on and the error is said; inside a transaction it is thrown, since
 * nothing more can be done there.
 */
export async function recordSecurityEvent(
  db: Queries,
  visitor: Visitor,
  event: SecurityEvent,
): Promise<void> {
  happenings.securityEvent.tell({ kind: event.kind });
  try {
    await writeEvent(db, visitor, event);
  } catch (error) {
    if (!('$client' in db && db.$client instanceof pg.Pool)) throw error;
    console.error(`A security event was not kept: ${explainError(error)}`);
  }
}

/**
 * Adds a row, or counts the event at the newest one like it when there are too many. Nobody waits for a row that is
 * just being counted at, so `times` may be less than the truth. Sign-ins that succeeded are kept whatever others do.
 */
async function writeEvent(
  db: Queries,
  { ip, userAgent, requestId }: Visitor,
  { kind, userId, email, detail }: SecurityEvent,
): Promise<void> {
  const network = networkOf(ip);
  const { id, at, network: networkColumn, kind: kindColumn, times } = securityEvents;
  const lastHour = sql`${at} > now() - interval '1 hour'`;
  const alike = sql`${networkColumn} = ${network} and ${kindColumn} = ${kind}`;
  // Ids are given in turn: what lies between the newest and the first of the hour is no fewer than there are.
  const together = sql`(select coalesce(max(${id}), 0) from ${securityEvents})
    - coalesce((select ${id} from ${securityEvents} where ${lastHour} order by ${at}, ${id} limit 1), 0)`;
  const ofNetwork = sql`(select count(*) from
    (select 1 from ${securityEvents} where ${alike} and ${lastHour} limit ${most.ofNetwork}) as counted)`;
  const hasRoom =
    kind === 'sign_in'
      ? sql`true`
      : sql`${ofNetwork} < ${most.ofNetwork} and (${together}) < ${most.together}`;
  await db.execute(sql`
    with added as (
      insert into ${securityEvents} (kind, user_id, email, ip, network, device, detail, request_id)
      select ${kind}, ${userId ?? null}::uuid, ${clean(email, longest.email)}, ${clean(ip, 100)}, ${network},
        ${describeDevice(userAgent)}, ${clean(detail, longest.detail)}, ${requestId ?? null}
      where ${hasRoom} returning 1
    )
    update ${securityEvents} set times = ${times} + 1 where ${id} = (
      select ${id} from ${securityEvents}
      where ${alike} and not exists (select 1 from added)
      order by ${at} desc, ${id} desc limit 1 for update skip locked
    )`);
}

/** A stranger's text without what changes how it is read: control, format and line characters. */
function clean(text: string | undefined, length: number): string | null {
  return text?.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, length) ?? null;
}
