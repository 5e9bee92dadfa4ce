import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { readCheckpoints } from '../../server/history/checkpoint';
import { patient } from '../support/patience';
import { smtpUser, startSmtp } from '../support/smtp';
import { shorten } from './examine';
import { examineHistory, startLoad } from './load';
import { startRegistering, untilAllCame } from './mail-outage';
import { startNameServer } from './name-server';
import type { Outcome } from './outcome';
import { send, signIn } from './requests';
import { adminSignIn, type Victim } from './victim';

const accounts = 2;
/** Clients of one account. */
const each = 4;
/** Milliseconds without an answer of the name server: longer than a name is asked for. */
const during = 25_000;

/** Takes checkpoints, as somebody elsewhere would keep them. */
async function startWitness() {
  const sizes: number[] = [];
  const server = createServer((request, response) => {
    text(request).then(
      (note) => {
        for (const { checkpoint } of readCheckpoints(note)) sizes.push(checkpoint.size);
        response.end();
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sizes,
    async untilAnother(): Promise<boolean> {
      const before = sizes.length;
      for (let waited = 0; waited < patient(60_000) && sizes.length === before; waited += 100)
        await delay(100);
      return sizes.length > before;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Has the name server say nothing, and starts the product anew, which then knows no name: as others deposit, withdraw, sign in and
 * register, no request may fail, and every mail and checkpoint must come once there are names again. `make` makes the product
 * with an environment, to be run behind a prefix.
 */
export async function playDnsOutage(
  make: (environment: NodeJS.ProcessEnv, prefix: readonly string[]) => Promise<Victim>,
  folder: string,
  seed: number,
): Promise<Outcome> {
  const names = await startNameServer(folder);
  if (!names) {
    console.log('names: were not taken away, which needs root');
    return { passed: 0, failures: [] };
  }
  const smtp = await startSmtp(undefined, { inClear: true });
  const witness = await startWitness();
  try {
    const user = `${smtpUser.name}:${encodeURIComponent(smtpUser.password)}`;
    const environment = {
      SMTP_URL: `smtp://${user}@mail.averin.test:${smtp.port}`,
      SMTP_TLS: 'off',
      CHECKPOINT_URL: `http://witness.averin.test:${witness.port}/`,
    };
    const victim = await make(environment, names.prefix);
    const { address } = victim;
    await victim.start();
    const textOf = async (email: string) => (await smtp.mailTo(email)).text ?? '';
    const load = await startLoad({ address, seed, accounts, each, textOf });
    const problems: string[] = [];
    if (!(await witness.untilAnother())) problems.push('no checkpoint came before');
    const restart = async () => {
      await victim.stop();
      const begun = performance.now();
      await victim.start();
      return performance.now() - begun;
    };
    const usual = await restart();
    names.silent = true;
    const started = await restart();
    // Those of the restart have been sent again.
    await delay(2_000);
    const { retries } = load;
    const [asked, mails, checkpoints] = [names.asked, smtp.mails.length, witness.sizes.length];
    const people = startRegistering(address);
    let slowest = 0;
    for (const end = performance.now() + during; performance.now() < end; await delay(1_000)) {
      const sent = performance.now();
      await send(address, 'GET', '/api/admin/home', undefined, await signIn(address, adminSignIn));
      slowest = Math.max(slowest, performance.now() - sent);
    }
    await people.stop();
    if (names.asked === asked) problems.push('nobody asked for a name');
    if (smtp.mails.length > mails || witness.sizes.length > checkpoints)
      problems.push('a mail or a checkpoint came without a name');
    const again = load.retries - retries;
    names.silent = false;
    const back = performance.now();
    const [checkpointCame, missing] = await Promise.all([
      witness.untilAnother(),
      untilAllCame(smtp, people.registered),
    ]);
    const waited = performance.now() - back;
    if (!checkpointCame) problems.push('no checkpoint came afterwards');
    const twice = smtp.mails.length - new Set(smtp.mails.map(({ mail }) => mail.messageId)).size;
    problems.push(
      ...people.failures,
      ...(await examineHistory(load)),
      ...load.mistakes,
      ...(again > 0 ? [`${again} requests had to be sent again`] : []),
      ...(people.registered.length === 0 ? ['nobody registered meanwhile'] : []),
      ...missing.map((email) => `no mail came for ${email}`),
      ...(twice > 0 ? [`${twice} mails came twice`] : []),
    );
    console.log(
      `names: none for ${during / 1_000} s, a start without them took ${Math.round(started)} ms, with them ${Math.round(usual)} ms; ${people.registered.length} people registered meanwhile, the slowest sign-in with a page after ${Math.round(slowest)} ms; ${load.acknowledged.length} transactions, ${again} requests sent again; ${people.registered.length - missing.length} of ${people.registered.length} mails and a checkpoint there ${Math.round(waited)} ms after there were names`,
    );
    return problems.length === 0
      ? { passed: 1, failures: [] }
      : { passed: 0, failures: [`names: ${shorten(problems)}`] };
  } finally {
    await names.stop();
    await smtp.stop();
    await witness.stop();
  }
}
