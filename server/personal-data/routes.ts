import type { FastifyInstance } from 'fastify';
import type { Database, Tx } from '../db/client';
import { foldListCounts } from '../db/list-counts';
import { createFairSemaphore } from '../fair-semaphore';
import { requesterOf } from '../http/hang-up';
import { route, routeWritten } from '../http/route';
import { write } from '../http/write';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { Actor } from '../request';
import type { Resource } from '../resources/define-resource';
import type { Commit } from '../writes/commit';
import { erasePerson, readErasure } from './erasure';
import { exportPersonalData } from './export';
import { personalTablesOf, type Subject } from './inventory';

interface PersonalDataServices {
  resources: readonly Resource[];
  whenShutOut: readonly ((tx: Tx, actor: Actor, userId: string) => Promise<void>)[];
  config: { retention: { people: number } };
  database: Database;
  commit: Commit;
  outbox: Outbox;
  mails: Mails;
  forgetMails(subject: Subject): Promise<void>;
}

/** What is stored about people: its download and its erasure (docs/rules.md, "Personal data"). */
export function personalDataRoutes(
  app: FastifyInstance,
  { resources, ...others }: PersonalDataServices,
): void {
  const services = { ...others, personalTables: personalTablesOf(resources) };
  const { config, database, commit } = services;
  const retention = config.retention.people;

  // Each is as long as what somebody has, and all of it is in memory until it leaves. People take turns.
  const downloads = createFairSemaphore(1, 8);

  routeWritten(app, 'readOwnData', 'exports', (call) => {
    const { userId, sessionId } = call.caller();
    const actor = { userId, sessionId, requestId: call.request.id, reason: undefined };
    return downloads.run(requesterOf(call), () => exportPersonalData(services, actor));
  });

  route(app, 'readErasure', 'reads', async ({ params, caller }) =>
    readErasure(database.db, caller().userId, params.userId, retention),
  );

  write(app, 'erasePerson', 'writes', commit, {
    operation: 'person.erase',
    on: ({ params }) => params.userId,
    async work(tx, { params, body, actor }) {
      const erasure = await erasePerson(tx, { ...services, retention }, actor, params.userId, body.email);
      // The counts of a country that is gone.
      tx.afterCommit(() => foldListCounts(database.db));
      return erasure;
    },
  });
}
