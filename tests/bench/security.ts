import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { actQuestionSchema } from '../../contract/acts';
import { headers } from '../../contract/headers';
import { z } from '../../contract/zod';
import { startSession } from '../../server/auth/sessions';
import { createTokens } from '../../server/auth/tokens';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/db/client';
import { startEmbedded } from '../../server/db/embedded/start-embedded';
import { users } from '../../server/db/schema/people';
import { factors } from '../../server/db/schema/second-factor';
import { openEvent, sealEvent } from '../../server/db/sealed-events';
import { createPasskeys } from '../../server/factors/passkeys';
import { newTotpSecret, stepOfCode } from '../../server/factors/totp';
import { createPersonalSeal } from '../../server/personal-seal';
import { createSecretBox } from '../../server/secret-box';
import { loadSecrets } from '../../server/secrets';
import { SoftwarePasskey } from '../support/passkey';
import { prepareData } from './data';
import { median, onWhat, writeResults } from './report';
import { addressesOf, end, inFolder, startServer } from './servers';

/** Who asks at once. */
const callers = 16;
const origin = 'http://localhost:3000';

interface Work {
  title: string;
  /** What it is compared with, by its place in the list. */
  against: number;
  once(caller: number): Promise<void>;
}

/** How often work is done in a second by all callers together. */
async function perSecond(work: Work, seconds: number): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < until) {
        await work.once(caller);
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - begun);
}

/** Sends a request of JSON, and fails the run for any answer but a success. */
async function send(
  url: string,
  token: string,
  body: object,
  more: Record<string, string> = {},
  method = 'POST',
) {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return z.object({ data: z.unknown() }).parse(JSON.parse(text)).data;
}

interface Signer {
  token: string;
  passkey: SoftwarePasskey;
}

/** An administrator with a passkey, for each caller: a passkey counts its uses one after the other. */
async function addSigners(env: NodeJS.ProcessEnv): Promise<Signer[]> {
  const config = readConfig(env);
  const database = openDatabase({ connectionString: config.databaseUrl }, () => {});
  const tokens = await createTokens(loadSecrets(config).tokenKey);
  const passkeys = createPasskeys(origin, 'Bench');
  const visitor = { ip: '127.0.0.1', userAgent: undefined, requestId: undefined };
  try {
    return await Promise.all(
      Array.from({ length: callers }, async () => {
        const passkey = new SoftwarePasskey({ rpId: 'localhost', origin });
        const challenge = randomUUID();
        const checked = await passkeys.checkRegistration(passkey.register(challenge), challenge);
        const id = randomUUID();
        const person = { firstName: 'Ada', lastName: 'Lovelace', email: `${id}@example.com` };
        await database.db.insert(users).values({ id, type: 'admin', ...person, passwordHash: '-' });
        await database.db
          .insert(factors)
          .values({ id: randomUUID(), userId: id, kind: 'passkey', name: 'Bench', ...checked });
        const token = await database.transact((tx) =>
          startSession(tx, tokens, { id, type: 'admin', credentialVersion: 1 }, visitor, true),
        );
        return { token, passkey };
      }),
    );
  } finally {
    await database.close();
  }
}

/** Microseconds of what is done once, in this process. */
async function microseconds(once: () => unknown): Promise<number> {
  const times = 2_000;
  for (let warm = 0; warm < 200; warm += 1) await once();
  const begun = performance.now();
  for (let count = 0; count < times; count += 1) await once();
  return ((performance.now() - begun) * 1000) / times;
}

/** The parts by themselves: opening a secret, checking a code, checking what a passkey has signed. */
async function parts(): Promise<string[]> {
  const box = createSecretBox(new Uint8Array(32));
  const secret = newTotpSecret();
  const sealed = box.seal(secret, 'owner');
  const passkeys = createPasskeys(origin, 'Bench');
  const passkey = new SoftwarePasskey({ rpId: 'localhost', origin });
  const known = await passkeys.checkRegistration(passkey.register('challenge'), 'challenge');
  if (!known) throw new Error('The passkey was not taken');
  const signed = passkey.sign('challenge');
  const personal = createPersonalSeal(new Uint8Array(32));
  const person = { id: randomUUID(), salt: randomBytes(16) };
  const figure = { balance: 1_000, profit: 25, version: 7 };
  const told = { before: figure, after: { ...figure, profit: 26, version: 8 }, reason: 'A correction' };
  const named = { action: 'account.edited', subjectType: 'account', subjectId: person.id };
  const event = sealEvent(personal, person, { ...named, ...told });
  const figures: [string, number][] = [
    [
      'an event of the audit log encrypted',
      await microseconds(() => sealEvent(personal, person, { ...named, ...told })),
    ],
    ['the same opened', await microseconds(() => openEvent(personal, person.salt, { ...named, ...event }))],
    ['the secret of an app opened', await microseconds(() => box.open(sealed, 'owner'))],
    ['a code of an app checked', await microseconds(() => stepOfCode(secret, '000000'))],
    [
      'what a passkey has signed checked',
      await microseconds(() => passkeys.checkAssertion(signed, 'challenge', known)),
    ],
  ];
  return figures.map(([what, time]) => `| ${what} | ${time.toFixed(0)} |`);
}

/**
 * What the second factor, signed acts, the two roles of the database and encryption cost a call, as ratios of one run in turns.
 * Writes its part of docs/benchmark.md.
 */
export function benchSecurity(rounds: number, seconds: number): Promise<void> {
  return inFolder(async (folder) => {
    const embedded = await startEmbedded({ dataDir: folder, log: console.log });
    const addresses = addressesOf(embedded);
    const started: Awaited<ReturnType<typeof startServer>>[] = [];
    const pool = new pg.Pool({ connectionString: addresses.DATABASE_OWNER_URL, max: 1 });
    try {
      const env = { DATA_DIR: folder, PUBLIC_URL: origin, RATE_LIMITS: 'off', NODE_ENV: 'production' };
      const asOwner = { ...env, DATABASE_URL: addresses.DATABASE_OWNER_URL };
      const data = await prepareData({ ...env, ...addresses });
      const signers = await addSigners({ ...env, ...addresses });
      const { rows } = await pool.query<{ id: string }>('select user_id as id from accounts order by 1');
      started.push(await startServer('product', { ...env, ...addresses }));
      started.push(await startServer('again', asOwner));
      started.push(await startServer('unencrypted', { ...env, ...addresses }));
      const [ours = '', owners = '', unencrypted = ''] = started.map(({ address }) => address);
      let turn = 0;

      /** Another account than anybody else's at that moment, and a figure that it does not have yet. */
      const edit = () => {
        turn += 1;
        return { path: `/api/account/${rows[turn % rows.length]?.id}`, body: { profit: turn } };
      };
      const put = (address: string, token: string) => {
        const { path, body } = edit();
        return send(address + path, token, body, {}, 'PUT');
      };
      async function signed({ token, passkey }: Signer): Promise<void> {
        const { path, body } = edit();
        const act = { method: 'PUT', path, body };
        const asked = await send(`${ours}/api/auth/step-up/passkey`, token, { act });
        const { passkey: question } = actQuestionSchema.parse(asked);
        const response = passkey.sign(question?.options.challenge ?? '');
        await send(`${ours}/api/auth/step-up/passkey/${question?.actId}`, token, { response });
        await send(ours + path, token, body, { [headers.actProof]: question?.actId ?? '' }, 'PUT');
      }
      const signerOf = (caller: number): Signer => {
        const signer = signers[caller];
        if (!signer) throw new Error('There are fewer signers than callers');
        return signer;
      };

      const works: Work[] = [
        {
          title: 'an edit, nobody has a second factor',
          against: 0,
          once: async () => void (await put(ours, data.admin)),
        },
        {
          title: 'the same, the factor shown a short while ago',
          against: 0,
          once: async (caller) => void (await put(ours, signerOf(caller).token)),
        },
        {
          title: 'the same, each signed with a passkey: three requests',
          against: 1,
          once: (caller) => signed(signerOf(caller)),
        },
        {
          title: "an edit, the server being the tables' owner",
          against: 0,
          once: async () => void (await put(owners, data.admin)),
        },
        {
          title: 'an edit, its audit event and its reason not encrypted',
          against: 0,
          once: async () => void (await put(unencrypted, data.admin)),
        },
      ];
      const figures = works.map((): number[] => []);
      for (let round = 0; round <= rounds; round += 1) {
        // Good for five minutes, which a run may take.
        await pool.query('update sessions set factor_at = now() where factor_at is not null');
        for (let nth = 0; nth < works.length; nth += 1) {
          const place = (nth + round) % works.length;
          const work = works[place];
          // The first round warms up.
          if (work) figures[place]?.push(await perSecond(work, round === 0 ? 1 : seconds));
        }
      }
      const medians = figures.map((each) => median(each.slice(1)));
      const table = works.map(({ title, against }, place) => {
        const rate = medians[place] ?? 0;
        return `| ${title} | ${Math.round(rate)} | ${(rate / (medians[against] ?? 1)).toFixed(2)} |`;
      });
      const lines = [
        `${onWhat()}, ${rounds} rounds of ${seconds} s each, ${callers} callers, medians.`,
        '',
        '| what | a second | ratio |',
        '|---|--:|--:|',
        ...table,
        '',
        '| alone, in one process | µs |',
        '|---|--:|',
        ...(await parts()),
      ];
      console.log(lines.join('\n'));
      writeResults('security', lines);
    } finally {
      for (const { child } of started) await end(child);
      await pool.end();
      await embedded.stop();
    }
  });
}
