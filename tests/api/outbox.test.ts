import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOutbox } from '../../server/mail/outbox';
import { MailServerAway, type OutgoingMail, type Sender, startSender } from '../../server/mail/sender';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/** In what order the outbox is emptied, by several senders on one database, as replicas are. */
let own: TestDatabase;
let senders: Sender[] = [];
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());
beforeEach(() => own.database.pool.query('delete from mail_outbox'));
afterEach(stopSending);

async function stopSending(): Promise<void> {
  await Promise.all(senders.map((sender) => sender.stop()));
  senders = [];
}

const outbox = createOutbox(() => {});
/** Enqueues mails, each in a transaction of its own; `expires` makes them codes. */
async function enqueue(mails: { to: string; subject: string; expires?: boolean }[]): Promise<void> {
  for (const { to, subject, expires } of mails) {
    await own.database.transact(async (tx) => {
      const expiresAt = new Date(Date.now() + 600_000);
      outbox.enqueue(tx, { to, subject, text: subject, html: subject, ...(expires && { expiresAt }) });
    });
  }
}

function send(deliver: (mail: OutgoingMail) => Promise<void>, count = 1): void {
  for (let n = 0; n < count; n += 1) senders.push(startSender(own.database, deliver, () => {}));
}

const waiting = async () =>
  (
    await own.database.pool.query<{ count: number }>(
      'select count(*)::int as count from mail_outbox where sent_at is null',
    )
  ).rows[0]?.count;

/** Turns of a crowded event loop between the first of ten mails to ten people and the last. */
async function turnsOfTen(expires: boolean): Promise<number> {
  const people = Array.from({ length: 10 }, (_, n) => `person${n}@example.com`);
  await enqueue(people.map((to) => ({ to, subject: to, expires })));
  let turns = 0;
  let going = true;
  function turn(): void {
    turns += 1;
    const begun = performance.now();
    while (performance.now() - begun < 15);
    if (going) setImmediate(turn);
  }
  setImmediate(turn);
  const seen: number[] = [];
  send(async () => {
    seen.push(turns);
  });
  try {
    await expect.poll(() => seen.length).toBe(10);
  } finally {
    going = false;
    // Else it may take what is sent next.
    await stopSending();
  }
  return Math.max(...seen) - Math.min(...seen);
}

test('receipts let requests go first in a crowded process, codes do not wait', async () => {
  expect(await turnsOfTen(true)).toBe(0);
  expect(await turnsOfTen(false)).toBeGreaterThanOrEqual(5);
});

test('the mails of a person leave one after the other, whichever of three senders has them', async () => {
  const people = ['ada@example.com', 'grace@example.com', 'alan@example.com'];
  const written = Array.from({ length: 24 }, (_, n) => ({
    to: people[n % people.length] ?? '',
    subject: `Receipt ${n}`,
  }));
  await enqueue(written);
  const sent: { to: string; subject: string }[] = [];
  const busy = new Set<string>();
  send(async ({ to, subject }) => {
    expect(busy.has(to), `two mails to ${to} at once`).toBe(false);
    busy.add(to);
    await sleep(Math.random() * 20);
    busy.delete(to);
    sent.push({ to, subject });
  }, 3);
  await expect.poll(waiting).toBe(0);
  for (const person of people) {
    const of = (mails: typeof sent) => mails.filter(({ to }) => to === person).map(({ subject }) => subject);
    expect(of(sent)).toEqual(of(written));
  }
});

test('a code overtakes what can wait, of its own person too', async () => {
  await enqueue([
    ...Array.from({ length: 40 }, (_, n) => ({ to: `${n}@example.com`, subject: 'Receipt' })),
    { to: '39@example.com', subject: 'Code', expires: true },
  ]);
  const sent: string[] = [];
  send(async ({ to, subject }) => {
    await sleep(1);
    sent.push(`${subject} ${to}`);
  });
  await expect.poll(waiting).toBe(0);
  // Among the first batch.
  expect(sent.indexOf('Code 39@example.com')).toBeLessThan(10);
  expect(sent).toHaveLength(41);
});

test('one that fails holds back the next of its person until it has failed twice', async () => {
  await enqueue([
    { to: 'ada@example.com', subject: 'one' },
    { to: 'ada@example.com', subject: 'two' },
    { to: 'grace@example.com', subject: 'three' },
  ]);
  const tried: string[] = [];
  send(async ({ subject }) => {
    tried.push(subject);
    if (subject === 'one') throw new Error('later, please');
  });
  const due = () =>
    own.database.pool.query(`update mail_outbox set next_attempt_at = now() where subject = 'one'`);
  await expect.poll(waiting).toBe(2);
  expect(tried).toEqual(expect.arrayContaining(['one', 'three']));
  expect(tried).not.toContain('two');
  await due();
  senders[0]?.wake();
  await expect.poll(waiting).toBe(1);
  expect(tried.filter((subject) => subject === 'one')).toHaveLength(2);
  expect(tried.at(-1)).toBe('two');
});

/** How many mails a sender has taken and not marked as sent. */
const inHand = async () =>
  (
    await own.database.pool.query<{ count: number }>(
      'select count(*)::int as count from mail_outbox where sent_at is null and attempts > 0',
    )
  ).rows[0]?.count ?? 0;

/** Enqueues receipts for as many people. */
const enqueueMany = (count: number) =>
  own.database.pool.query(
    `insert into mail_outbox (id, recipient, subject, text_body, html_body)
     select gen_random_uuid(), n || '@example.com', 'Receipt', '-', '-' from generate_series(1, $1) n`,
    [count],
  );

test('batches grow while the mails leave fast', async () => {
  await enqueueMany(900);
  const sizes: number[] = [];
  send(async () => {
    const size = await inHand();
    if (size !== sizes.at(-1)) sizes.push(size);
  });
  await expect.poll(waiting).toBe(0);
  expect(sizes.slice(0, 6)).toEqual([10, 20, 40, 80, 160, 200]);
  expect(Math.max(...sizes)).toBe(200);
});

test('a sender that stops finishes what is on its way and gives back the rest', async () => {
  await enqueueMany(10);
  const sent: string[] = [];
  let begun = 0;
  const threeBegun = new Promise<void>((resolve) => {
    send(async ({ to }) => {
      begun += 1;
      if (begun === 3) resolve();
      await sleep(50);
      sent.push(to);
    });
  });
  await threeBegun;
  await senders[0]?.stop();
  expect(sent).toHaveLength(3);
  expect([await waiting(), await inHand()]).toEqual([7, 0]);
});

test('no mail sets out once the sender is told to stop, not even one that lets requests go first', async () => {
  await enqueueMany(10);
  let sent = 0;
  const stopped = new Promise<void>((resolve) => {
    send(async () => {
      sent += 1;
      // Before any other of those that set out together.
      if (sent === 1) void senders[0]?.stop().then(resolve);
    });
  });
  await stopped;
  expect([sent, await waiting(), await inHand()]).toEqual([1, 9, 0]);
});

test('what a slow server keeps waiting is given back, and counts as no try', async () => {
  await enqueueMany(10);
  const sent: string[] = [];
  const deliver = async ({ to }: OutgoingMail) => {
    await sleep(100);
    sent.push(to);
  };
  senders.push(startSender(own.database, deliver, () => {}, 50));
  await expect.poll(waiting).toBe(0);
  expect(new Set(sent).size).toBe(10);
  expect(sent).toHaveLength(10);
  const { rows } = await own.database.pool.query('select distinct attempts from mail_outbox');
  expect(rows).toEqual([{ attempts: 1 }]);
});

test('while the mail server is away only a few are tried every now and then, however much mail waits', async () => {
  await enqueueMany(40);
  let there = false;
  let tries = 0;
  send(async () => {
    tries += 1;
    if (!there) throw new MailServerAway('connect ECONNREFUSED');
  });
  await expect.poll(() => tries).toBeGreaterThan(0);
  const begun = performance.now();
  // As every change of the product does.
  for (let n = 0; n < 40; n += 1) {
    senders[0]?.wake();
    await sleep(10);
  }
  // A batch each second at most, of which no more than are on their way at once set out.
  const batches = 1 + Math.ceil((performance.now() - begun) / 1_000);
  expect(tries).toBeLessThanOrEqual(3 * batches);
  expect(await inHand()).toBeLessThanOrEqual(tries);

  there = true;
  await expect.poll(waiting).toBe(0);
});
