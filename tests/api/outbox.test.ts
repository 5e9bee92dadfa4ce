import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { timeouts } from '../../server/db/connection';
import { type Deliver, MailServerAway, MailUnsure, type OutgoingMail } from '../../server/mail/deliver';
import { takeDue } from '../../server/mail/due';
import { createOutbox } from '../../server/mail/outbox';
import { type Sender, startSender } from '../../server/mail/sender';
import { flushCounts } from '../support/flush-counts';
import { patient } from '../support/patience';
import { plainMail } from '../support/plain-mail';
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

const outbox = createOutbox(() => {}, plainMail);
/** Enqueues mails, each in a transaction of its own; `expires` makes them codes. */
async function enqueue(mails: { to: string; subject: string; expires?: boolean }[]): Promise<void> {
  for (const { to, subject, expires } of mails) {
    await own.database.transact(async (tx) => {
      const expiresAt = new Date(Date.now() + 600_000);
      outbox.enqueue(tx, {
        to,
        subject,
        text: subject,
        html: subject,
        secrets: [],
        ...(expires && { expiresAt }),
      });
    });
  }
}

function send(deliver: Deliver, count = 1, times?: Parameters<typeof startSender>[3]): void {
  for (let n = 0; n < count; n += 1) senders.push(startSender(own.database, deliver, () => {}, times));
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

test('a mail that the server does not finish with keeps none of the others, those of its batch included', async () => {
  await enqueue(['stuck@example.com', 'ada@example.com'].map((to) => ({ to, subject: to, expires: true })));
  const sent: string[] = [];
  let letGo = () => {};
  const stuck = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  send(async ({ to }) => {
    if (to.startsWith('stuck')) await stuck;
    sent.push(to);
  });
  try {
    await expect.poll(waiting).toBe(1);
    await enqueue(
      ['grace', 'alan'].map((name) => ({ to: `${name}@example.com`, subject: name, expires: true })),
    );
    await enqueue([{ to: 'stuck2@example.com', subject: 'Another', expires: true }]);
    await expect.poll(waiting).toBe(2);
    expect(sent.toSorted()).toEqual(['ada@example.com', 'alan@example.com', 'grace@example.com']);
    // Two of three ways are taken.
    await enqueue([{ to: 'kay@example.com', subject: 'Kay', expires: true }]);
    await expect.poll(waiting).toBe(2);
  } finally {
    letGo();
  }
  await expect.poll(waiting).toBe(0);
  expect(sent).toHaveLength(6);
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

test.each([
  // Which leaves it like that, once its time is over.
  ['whose sender was killed', null],
  ['that has failed once', 'later, please'],
])('one %s holds back the next of its person while it is tried again', async (_, error) => {
  await enqueue(['one', 'two'].map((subject) => ({ to: 'ada@example.com', subject })));
  await own.database.pool.query(
    `update mail_outbox set attempts = 1, last_error = $1, next_attempt_at = now() - interval '1 second' where subject = 'one'`,
    [error],
  );
  const begun: string[] = [];
  let letGo = () => {};
  const slow = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const deliver = async ({ subject }: OutgoingMail) => {
    begun.push(subject);
    if (subject === 'one') await slow;
  };
  try {
    send(deliver, 2);
    await expect.poll(() => begun).toEqual(['one']);
    for (const sender of senders) sender.wake();
    await sleep(500);
    expect(begun).toEqual(['one']);
  } finally {
    letGo();
  }
  await expect.poll(waiting).toBe(0);
  expect(begun).toEqual(['one', 'two']);
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

test('batches grow while the mails leave fast, and begin anew when they do not', async () => {
  const grown = [10, 20, 40, 80, 160, 200, 200];
  const fastOnes = grown.reduce((sum, size) => sum + size);
  await enqueueMany(fastOnes + 30);
  // Every machine is fast enough for it, until none is.
  const times = { fast: patient(120_000), setOut: patient(120_000) };
  const taken = [0];
  send(
    async () => {
      const { rows } = await own.database.pool.query<{ count: number }>(
        'select count(*)::int as count from mail_outbox where attempts > 0',
      );
      const [first] = rows;
      if (first && first.count !== taken.at(-1)) taken.push(first.count);
      if (first && first.count >= fastOnes) times.fast = 0;
    },
    1,
    times,
  );
  await expect.poll(waiting, { timeout: patient(60_000) }).toBe(0);
  const sizes = taken.slice(1).map((count, nth) => count - (taken[nth] ?? 0));
  expect(sizes).toEqual([...grown, 10, 10, 10]);
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

test('what the own stop cuts counts as no try and may leave at once, unless it may have arrived', async () => {
  const [gone, again, unsure] = ['gone@example.com', 'once@example.com', 'unsure@example.com'];
  await enqueue([gone, again, unsure].map((to) => ({ to, subject: to })));
  await own.database.pool.query(
    `update mail_outbox set attempts = 1, last_error = 'later, please' where recipient = $1`,
    [again],
  );
  let begun = 0;
  const failures: string[] = [];
  const deliver = ({ to }: OutgoingMail, cut: AbortSignal) =>
    new Promise<void>((_, reject) => {
      begun += 1;
      cut.addEventListener('abort', () =>
        reject(to === unsure ? new MailUnsure(to) : new MailServerAway(to)),
      );
    });
  const sender = startSender(own.database, deliver, ({ message }) => failures.push(message), { stop: 0 });
  senders.push(sender);
  await expect.poll(() => begun).toBe(3);
  await sender.stop();
  const { rows } = await own.database.pool.query(
    `select recipient, attempts, last_error as error, next_attempt_at <= now() as due from mail_outbox order by recipient`,
  );
  expect(rows).toEqual([
    { recipient: gone, attempts: 0, error: null, due: true },
    // And what its try before has come to is still known.
    { recipient: again, attempts: 1, error: 'later, please', due: true },
    { recipient: unsure, attempts: 1, error: `It may have arrived. ${unsure}`, due: false },
  ]);
  expect(failures).toEqual([unsure]);
});

/** Holds up the first mail that is taken for so many milliseconds; answers how often one was given back so far. */
async function watchTakings(held = 0): Promise<() => Promise<number>> {
  await own.superuser.pool.query(`
    create sequence takings; create sequence givings minvalue 0;
    create function watch_takings() returns trigger language plpgsql security definer as $$
    begin
      if new.attempts > old.attempts and nextval('takings') = 1 then perform pg_sleep(${held / 1_000}); end if;
      if new.attempts < old.attempts then perform nextval('givings'); end if;
      return new;
    end $$;
    create trigger watch_takings before update on mail_outbox for each row execute function watch_takings()`);
  return async () => {
    const { rows } = await own.superuser.pool.query<{ count: number }>(
      'select last_value::int + is_called::int as count from givings',
    );
    return rows[0]?.count ?? 0;
  };
}

async function unwatchTakings(): Promise<void> {
  await stopSending();
  await own.superuser.pool.query(
    'drop function watch_takings cascade; drop sequence takings; drop sequence givings',
  );
}

test('what a slow server keeps waiting is given back, and counts as no try', async () => {
  await enqueueMany(10);
  const sent: string[] = [];
  const deliver = async ({ to }: OutgoingMail) => {
    // Until those that have not set out are given back, which leaves the three on their way.
    while ((await inHand()) > 3) await sleep(10);
    sent.push(to);
  };
  const givings = await watchTakings();
  try {
    send(deliver, 1, { setOut: patient(300), aside: patient(60_000) });
    await expect.poll(waiting).toBe(0);
    // Seven of ten at first.
    expect(await givings()).toBeGreaterThanOrEqual(7);
  } finally {
    await unwatchTakings();
  }
  expect(new Set(sent).size).toBe(10);
  expect(sent).toHaveLength(10);
  const { rows } = await own.database.pool.query('select distinct attempts from mail_outbox');
  expect(rows).toEqual([{ attempts: 1 }]);
});

test('what was taken so long ago that another sender may have it does not set out', async () => {
  await enqueueMany(1);
  // A statement may not take as long as some machines would need.
  const setOut = Math.min(patient(500), timeouts.statement_timeout / 2);
  // The sender learns too late of what it has taken, as one does that was stopped meanwhile.
  const givings = await watchTakings(setOut + 50);
  try {
    const sent: string[] = [];
    send(
      async ({ to }) => {
        sent.push(to);
      },
      1,
      { setOut },
    );
    await expect.poll(waiting).toBe(0);
    expect(await givings()).toBeGreaterThanOrEqual(1);
    expect(sent).toHaveLength(1);
  } finally {
    await unwatchTakings();
  }
});

test('a sender that was away for long changes nothing of what another one has taken since', async () => {
  await enqueueMany(10);
  const setOut = patient(1_000);
  let others: Promise<unknown> | undefined;
  let tries = 0;
  let ended = 0;
  send(
    async () => {
      tries += 1;
      // All ten, of which three are on their way.
      others ??= own.database.pool.query(
        `update mail_outbox set attempts = 2, next_attempt_at = now() + interval '1 hour'`,
      );
      await others;
      // No other mail sets out after that.
      await sleep(setOut);
      ended += 1;
      throw new Error('later, please');
    },
    1,
    { setOut, aside: 2 * setOut },
  );
  await expect.poll(() => ended).toBe(3);
  // What were given back would be taken again by now.
  await sleep(500);
  await stopSending();
  const { rows } = await own.database.pool.query(
    `select count(*)::int as count, attempts, next_attempt_at > now() + interval '50 minutes' as held, last_error
     from mail_outbox group by 2, 3, 4`,
  );
  expect(rows).toEqual([{ count: 10, attempts: 2, held: true, last_error: null }]);
  expect(tries).toBe(3);
});

test('while the mail server is away only a few are tried every now and then, however much mail waits', async () => {
  await enqueueMany(40);
  let there = false;
  let tries = 0;
  const begun = performance.now();
  send(async () => {
    tries += 1;
    if (!there) throw new MailServerAway('connect ECONNREFUSED');
  });
  await expect.poll(() => tries).toBeGreaterThan(0);
  // As every change of the product does.
  for (let n = 0; n < 40; n += 1) {
    senders[0]?.wake();
    await sleep(10);
  }
  // A batch each second at most, of which no more than are on their way at once set out.
  const batches = 1 + Math.ceil((performance.now() - begun) / 1_000);
  expect(tries).toBeLessThanOrEqual(3 * batches);
  // A batch that is just being sent has more in hand for a moment.
  await expect.poll(async () => (await inHand()) - tries).toBeLessThanOrEqual(0);

  there = true;
  await expect.poll(waiting).toBe(0);
});

const people = (domain: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ to: `${n}@${domain}`, subject: 'Code', expires: true }));

test('codes that were never tried come before those that have failed', async () => {
  await enqueue(people('failed.example', 20));
  await own.database.pool.query('update mail_outbox set attempts = 1');
  await enqueue([{ to: 'ada@example.com', subject: 'Code', expires: true }]);
  const sent: string[] = [];
  send(async ({ to }) => {
    sent.push(to);
  });
  await expect.poll(waiting).toBe(0);
  expect(sent[0]).toBe('ada@example.com');
});

test('what has failed before leaves a way to first tries, though it hangs', async () => {
  await enqueue(people('failed.example', 20));
  await own.database.pool.query('update mail_outbox set attempts = 1');
  let hanging = 0;
  send(
    (mail, cut) => {
      if (mail.to === 'ada@example.com') return Promise.resolve();
      hanging += 1;
      return untilCut(mail, cut);
    },
    1,
    // What hangs makes no room by standing aside.
    { aside: patient(120_000) },
  );
  await expect.poll(() => hanging).toBe(2);
  await enqueue([{ to: 'ada@example.com', subject: 'Code', expires: true }]);
  await expect.poll(waiting).toBe(20);
  expect(hanging).toBe(2);
  senders[0]?.wake();
  await cutAll();
});

/** Hangs until the sender gives up; {@link cutAll} lets all of them do so. */
const cuts = new Set<() => void>();
function untilCut(_mail: OutgoingMail, cut: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    const end = () => {
      cuts.delete(end);
      reject(new MailUnsure('no answer'));
    };
    cuts.add(end);
    cut.addEventListener('abort', end);
  });
}
/** Stops the senders without their patience. */
async function cutAll(): Promise<void> {
  const stopped = stopSending();
  const timer = setInterval(() => cuts.forEach((end) => void end()), 20);
  await stopped;
  clearInterval(timer);
}

const fast = { aside: 30, look: 10 };

test('recipients that the mail server takes long for hold up nobody else, and few of them go at once', async () => {
  await enqueue(people('slow.example', 40));
  let most = 0;
  send(
    (mail, cut) => {
      if (!mail.to.endsWith('slow.example')) return Promise.resolve();
      const hanging = untilCut(mail, cut);
      most = Math.max(most, cuts.size);
      return hanging;
    },
    1,
    // None that hangs makes room for others.
    { ...fast, least: patient(120_000) },
  );
  // Five stand aside, and one holds the way that such recipients have.
  await expect.poll(() => cuts.size).toBeGreaterThanOrEqual(6);
  await enqueue(people('example.com', 30));
  await own.database.pool.query(
    `update mail_outbox set expires_at = expires_at + interval '5 minutes' where recipient like '%@example.com'`,
  );
  await expect.poll(waiting).toBe(40);
  expect(most).toBeLessThanOrEqual(8);
  await cutAll();
});

test('a mail that stands aside makes room for others only after a while, and may have arrived', async () => {
  await enqueue(people('slow.example', 12));
  const began = new Map<string, number>();
  const lasted: number[] = [];
  send(
    async (mail, cut) => {
      began.set(mail.to, performance.now());
      await untilCut(mail, cut).finally(() => lasted.push(performance.now() - (began.get(mail.to) ?? 0)));
    },
    1,
    { ...fast, least: 600 },
  );
  await expect.poll(() => began.size).toBe(12);
  // The sender has begun a moment before.
  expect(Math.min(...lasted)).toBeGreaterThanOrEqual(500);
  await cutAll();
  const { rows } = await own.database.pool.query(
    `select distinct unsure_tries, last_error, next_attempt_at > now() + interval '4 minutes' as resting
     from mail_outbox where last_error is not null`,
  );
  expect(rows).toEqual([{ unsure_tries: 1, last_error: 'It may have arrived. no answer', resting: true }]);
});

test('no other sender takes a mail that is on its way for long', async () => {
  await enqueue([{ to: 'ada@slow.example', subject: 'Receipt' }]);
  send(untilCut, 1, { renew: 50 });
  await expect.poll(() => cuts.size).toBe(1);
  // As if it had been a minute.
  await own.database.pool.query(`update mail_outbox set next_attempt_at = now() - interval '1 second'`);
  const due = 'select from mail_outbox where next_attempt_at <= now()';
  await expect.poll(async () => (await own.database.pool.query(due)).rowCount).toBe(0);
  const tried: string[] = [];
  send(async ({ to }) => {
    tried.push(to);
  });
  await sleep(300);
  expect(tried).toEqual([]);
  await cutAll();
});

test('a mail that may have arrived is tried three times, far apart, and says so whatever comes after', async () => {
  await enqueue([{ to: 'ada@example.com', subject: 'Receipt' }]);
  // Failures before, of which it is known that it did not arrive, do not count.
  await own.database.pool.query('update mail_outbox set attempts = 4');
  let failure: Error = new MailUnsure('no answer');
  send(() => Promise.reject(failure));
  const row = async () => {
    const { rows } = await own.database.pool.query(
      `select unsure_tries as unsure, failed_at is not null as failed, last_error as error,
         extract(epoch from next_attempt_at - now()) > 200 as resting from mail_outbox`,
    );
    return rows[0];
  };
  const due = () => own.database.pool.query('update mail_outbox set next_attempt_at = now()');
  const error = 'It may have arrived. no answer';
  for (const unsure of [1, 2]) {
    await expect.poll(row).toEqual({ unsure, failed: false, error, resting: true });
    await due();
  }
  await expect.poll(row).toMatchObject({ unsure: 3, failed: true, error });
  await own.database.pool.query(
    'update mail_outbox set unsure_tries = 1, failed_at = null, dropped_at = null',
  );
  failure = new Error('later, please');
  await due();
  await expect
    .poll(row)
    .toMatchObject({ unsure: 1, failed: false, error: 'It may have arrived. later, please' });
});

test('what has left is marked soon, not when its batch has ended: a crash doubles few', async () => {
  await enqueueMany(70);
  let left = 0;
  let letGo = () => {};
  const stuck = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // Those that hang neither stand aside nor are waited for too long, which ends the batch.
  const [aside, setOut] = [patient(120_000), patient(120_000)];
  send(
    async () => {
      left += 1;
      // In a batch of forty, after those of ten and twenty.
      if (left > 57) await stuck;
    },
    1,
    { aside, setOut, fast: patient(120_000) },
  );
  try {
    await expect.poll(() => left).toBe(60);
    await expect.poll(waiting).toBeLessThanOrEqual(70 - 57 + 10);
  } finally {
    letGo();
  }
});

/** Rows of the outbox and entries of its indexes that were read so far. */
async function readSoFar(): Promise<number> {
  await flushCounts(own.database.pool, own.superuser.pool);
  const { rows } = await own.superuser.pool.query<{ read: number }>(
    `select (seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'mail_outbox'))::int as read
     from pg_stat_user_tables where relname = 'mail_outbox'`,
  );
  return rows[0]?.read ?? 0;
}

test('of a long backlog little is read for the next mails, and many of one person hold up nobody else', async () => {
  const many = 20_000;
  // As the statistics have it, few mails are in a large table: many were pruned, and the backlog is new.
  const { pool } = own.superuser;
  await pool.query(
    `insert into mail_outbox (id, recipient, subject, text_body, html_body, sent_at)
     select gen_random_uuid(), 'ada@example.com', 'Receipt', '', '', now() from generate_series(1, ${many})`,
  );
  await enqueueMany(10);
  await pool.query('delete from mail_outbox where sent_at is not null');
  await pool.query('vacuum analyze mail_outbox');
  await own.superuser.pool.query(
    `insert into mail_outbox (id, recipient, subject, text_body, html_body, created_at, next_attempt_at)
     select gen_random_uuid(), 'ada@example.com', 'Receipt', '-', '-', now() - interval '1 hour', now() - interval '1 hour'
     from generate_series(1, ${many})`,
  );
  await enqueueMany(many);
  await enqueue([{ to: 'grace@example.com', subject: 'Code', expires: true }]);
  const before = await readSoFar();
  const taken = await takeDue(own.database, { size: 10, slowDomains: [], lastTurn: 2 }, (error) => {
    throw error;
  });
  const names = taken.map(({ recipient }) => recipient);
  expect(names).toContain('grace@example.com');
  expect(names.filter((name) => name === 'ada@example.com')).toHaveLength(1);
  expect(new Set(names).size).toBe(10);
  expect((await readSoFar()) - before).toBeLessThan(many / 2);
});

test('codes leave though the other mails cannot be taken, and one whose last try was cut is given up', async () => {
  await enqueue([
    { to: 'ada@example.com', subject: 'Receipt' },
    { to: 'grace@example.com', subject: 'Code', expires: true },
    { to: 'alan@example.com', subject: 'Code', expires: true },
  ]);
  await own.database.pool.query(`update mail_outbox set attempts = 56 where recipient = 'alan@example.com'`);
  await own.superuser.pool.query(`
    create function refuse_others() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_others before update on mail_outbox
      for each row when (new.expires_at is null) execute function refuse_others()`);
  try {
    const sent: string[] = [];
    send(async ({ to }) => {
      sent.push(to);
    });
    await expect.poll(waiting).toBe(2);
    expect(sent).toEqual(['grace@example.com']);
  } finally {
    await stopSending();
    await own.superuser.pool.query('drop function refuse_others() cascade');
  }
  const { rows } = await own.database.pool.query(
    `select attempts, text_body, failed_at is not null and dropped_at is not null as failed
     from mail_outbox where recipient = 'alan@example.com'`,
  );
  expect(rows).toEqual([{ attempts: 56, text_body: '', failed: true }]);
});
