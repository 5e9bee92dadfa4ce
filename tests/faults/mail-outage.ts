import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { buildRegistration } from '../builders';
import { patient } from '../support/patience';
import { startSmtp, type TestSmtp } from '../support/smtp';
import { examineHistory, startLoad } from './load';
import type { Outcome } from './outcome';
import { send } from './requests';
import type { Victim } from './victim';

const accounts = 2;
/** Clients of one account. */
const each = 4;
/** What becomes of the mail server, and for how many milliseconds. One that hangs outlasts how long it is waited for (server/mail/smtp.ts). */
const outages = { stopped: 4_000, hangs: 25_000 } as const;
export type MailFault = keyof typeof outages;
const patience = patient(120_000);
/** Between two registrations: the backlog leaves one mail at a time, and the run waits for all of it. */
const pace = 100;

/** People who register one after the other until told to stop. */
export function startRegistering(address: string) {
  const registered: string[] = [];
  const failures: string[] = [];
  let stopping = false;
  async function go(): Promise<void> {
    while (!stopping) {
      const email = `newcomer-${registered.length + failures.length}@example.com`;
      try {
        await send(address, 'POST', '/api/user/create', buildRegistration({ email }));
        registered.push(email);
      } catch (error) {
        failures.push(`registering failed: ${error instanceof Error ? error.message : String(error)}`);
      }
      await delay(pace);
    }
  }
  const running = go();
  return {
    registered,
    failures,
    async stop() {
      stopping = true;
      await running;
    },
  };
}

/** Takes every connection at a port and says nothing. Answers what ends that. */
async function hang(port: number): Promise<() => Promise<void>> {
  const taken = new Set<Socket>();
  const server = createServer((socket) => {
    taken.add(socket);
    socket.on('error', () => {});
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => {
    for (const socket of taken) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
}

/** Waits until each of these has had a mail, and answers who has had none. */
export async function untilAllCame(smtp: TestSmtp, emails: readonly string[]): Promise<string[]> {
  const missing = () => {
    const came = new Set(smtp.mails.flatMap(({ recipients }) => recipients));
    return emails.filter((email) => !came.has(email));
  };
  for (let waited = 0; missing().length > 0 && waited < patience; waited += 100) await delay(100);
  return missing();
}

/**
 * Stops the mail server for a while or lets it hang, as people register and others deposit and withdraw: no request may
 * fail or need another try, and every mail must come once the server is back, once. `make` makes the product for a mail
 * server.
 */
export async function playMailOutage(
  make: (smtpPort: number) => Promise<Victim>,
  fault: MailFault,
  seed: number,
): Promise<Outcome> {
  const outage = outages[fault];
  let smtp = await startSmtp();
  const { port } = smtp;
  try {
    const victim = await make(port);
    const { address } = victim;
    await victim.start();
    const before = smtp;
    const textOf = async (email: string) => (await before.mailTo(email)).text ?? '';
    const load = await startLoad({ address, seed, accounts, each, textOf });
    const people = startRegistering(address);
    await delay(1_000);
    await smtp.stop();
    const beforeOutage = smtp.mails;
    const goOn = fault === 'hangs' ? await hang(port) : undefined;
    const firstWithout = people.registered.length;
    await delay(outage);
    // On a slow machine one takes longer than that.
    for (let waited = 0; people.registered.length === firstWithout && waited < patience; waited += 100)
      await delay(100);
    const during = people.registered.length - firstWithout;
    await goOn?.();
    smtp = await startSmtp(port);
    smtp.mails.push(...beforeOutage);
    const begun = performance.now();
    await delay(1_000);
    const [unexplained] = await Promise.all([examineHistory(load), people.stop()]);
    const missing = await untilAllCame(smtp, people.registered);
    const waited = performance.now() - begun;
    const twice = smtp.mails.length - new Set(smtp.mails.map(({ mail }) => mail.messageId)).size;
    const failures = [
      ...people.failures,
      ...load.mistakes,
      ...unexplained,
      ...(load.retries > 0 ? [`${load.retries} requests had to be sent again`] : []),
      ...(during === 0 ? ['nobody registered meanwhile'] : []),
      ...missing.map((email) => `no mail came for ${email}`),
      ...(twice > 0 ? [`${twice} mails came twice`] : []),
    ].map((problem) => `mail server ${fault}: ${problem}`);
    console.log(
      `mail server: ${fault} for ${outage / 1000} s, ${during} people registered meanwhile; ${load.acknowledged.length} transactions, ${load.retries} requests sent again; ${people.registered.length - missing.length} of ${people.registered.length} mails there ${Math.round(waited)} ms after it was back`,
    );
    return failures.length === 0
      ? { passed: 1, failures: [] }
      : { passed: 0, failures: [failures.slice(0, 5).join('; ')] };
  } finally {
    await smtp.stop();
  }
}
