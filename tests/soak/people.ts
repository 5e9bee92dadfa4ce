import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createPasswords } from '../../server/auth/passwords';
import { startSession } from '../../server/auth/sessions';
import { createTokens } from '../../server/auth/tokens';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/db/client';
import { roles } from '../../server/db/embedded/cluster';
import { accounts } from '../../server/db/schema/money';
import { users } from '../../server/db/schema/people';
import { createPersonalSeal } from '../../server/personal-seal';
import { loadSecrets } from '../../server/secrets';
import { buildRegistration } from '../builders';

export interface Person {
  id: string;
  email: string;
  token: string;
  /** Their network address. */
  from: string;
}

/** How many of each there are. */
export interface Counts {
  investors: number;
  admins: number;
  /** Investors who sign in and out again. */
  visitors: number;
}

export type People = Record<keyof Counts, Person[]>;

export const { password } = buildRegistration();

/** So many that none of them comes near a limit of theirs at a rate of requests per second. */
export const countsFor = (rate: number): Counts => ({
  investors: Math.max(60, 2 * rate),
  admins: Math.max(6, Math.ceil(rate / 2)),
  visitors: Math.max(20, Math.ceil(rate / 4)),
});

/** An address of a private network, another one for each person. */
const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

/** Puts people who are signed in into the database of a product that runs on a data folder. */
export async function makePeople(dataDir: string, counts: Counts): Promise<People> {
  const secrets = loadSecrets(readConfig({ DATA_DIR: dataDir }));
  const database = openDatabase(
    { host: join(dataDir, 'socket'), user: roles.server, database: 'postgres' },
    () => {},
    2,
    createPersonalSeal(secrets.personalKey),
  );
  try {
    const tokens = await createTokens(secrets.tokenKey);
    const passwordHash = await (await createPasswords()).hash(password);
    let made = 0;
    const make = async (count: number, type: 'investor' | 'admin'): Promise<Person[]> => {
      const people: Person[] = [];
      for (let nth = 0; nth < count; nth += 1) {
        made += 1;
        const from = addressOf(made);
        const id = randomUUID();
        const user = {
          id,
          type,
          firstName: 'Ada',
          lastName: 'Lovelace',
          email: `${id}@example.com`,
          passwordHash,
        };
        await database.db.insert(users).values(user);
        if (type === 'investor') await database.db.insert(accounts).values({ userId: id });
        const visitor = { ip: from, userAgent: undefined, requestId: undefined };
        const token = await database.transact((tx) =>
          startSession(tx, tokens, { ...user, credentialVersion: 1 }, visitor),
        );
        people.push({ id, email: user.email, token, from });
      }
      return people;
    };
    return {
      investors: await make(counts.investors, 'investor'),
      admins: await make(counts.admins, 'admin'),
      visitors: await make(counts.visitors, 'investor'),
    };
  } finally {
    await database.close();
  }
}
