import { and, eq, inArray, sql } from 'drizzle-orm';
import type { MailState } from '../../contract/enums';
import { mailList } from '../../contract/list-query';
import type { OutboxMail } from '../../contract/mail';
import { countedTo, withCappedTotal } from '../db/capped-total';
import type { ReadSource } from '../db/client';
import { type ColumnMap, listRows } from '../db/list-rows';
import { users } from '../db/schema/people';
import { mailOutbox } from '../db/schema/writes';
import { type ListRequest, mapPage, type Page } from '../lists/list';

const state = sql<MailState>`case when ${mailOutbox.sentAt} is not null then 'sent'
  when ${mailOutbox.failedAt} is not null then 'failed'
  when ${mailOutbox.droppedAt} is not null then 'expired' else 'waiting' end`;

const columns: ColumnMap<
  (typeof mailList.sortable)[number] | Exclude<keyof typeof mailList.filterable, 'state'>
> = {
  id: mailOutbox.id,
  recipient: mailOutbox.recipient,
  userId: users.id,
  createdAt: mailOutbox.createdAt,
};

const shown = {
  id: mailOutbox.id,
  createdAt: mailOutbox.createdAt,
  recipient: mailOutbox.recipient,
  userId: users.id,
  subject: mailOutbox.subject,
  state,
  attempts: mailOutbox.attempts,
  lastError: mailOutbox.lastError,
  nextAttemptAt: mailOutbox.nextAttemptAt,
  sentAt: mailOutbox.sentAt,
  droppedAt: mailOutbox.droppedAt,
};

/** The mails that are kept: a page of them, or all. The filter `q` searches recipients and subjects. */
export async function listMail(
  source: Pick<ReadSource, 'db' | 'rest'>,
  request: ListRequest,
): Promise<Page<OutboxMail>> {
  // What a mail has come to is no column of its own.
  const ofState = request.conditions.filter(({ field }) => field === 'state');
  const others = request.conditions.filter(({ field }) => field !== 'state');
  const page = await listRows(source, {
    request: { ...request, conditions: others },
    defaultSort: mailList.defaultSort,
    columns,
    searched: [mailOutbox.recipient, mailOutbox.subject],
    tieBreaker: mailOutbox.id,
    only: and(...ofState.map((one) => (one.kind === 'oneOf' ? inArray(state, one.values) : undefined))),
    rows: (db, where) =>
      db
        .select(shown)
        .from(mailOutbox)
        .leftJoin(users, eq(users.email, mailOutbox.recipient))
        .where(where)
        .$dynamic(),
    ids: (db, where) =>
      db
        .select({ id: mailOutbox.id })
        .from(mailOutbox)
        .leftJoin(users, eq(users.email, mailOutbox.recipient))
        .where(where)
        .$dynamic(),
    countTo: countedTo(request),
  });
  return mapPage(
    withCappedTotal(request, page),
    ({ id, createdAt, nextAttemptAt, sentAt, droppedAt, ...same }) => ({
      _id: id,
      createdAt: createdAt.toISOString(),
      ...same,
      nextAttemptAt: same.state === 'waiting' ? nextAttemptAt.toISOString() : null,
      endedAt: (sentAt ?? droppedAt)?.toISOString() ?? null,
    }),
  );
}
