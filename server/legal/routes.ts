import type { FastifyInstance } from 'fastify';
import type { LegalDocument } from '../../contract/legal';
import type { Database } from '../db/client';
import { route } from '../http/route';
import { actorOf } from '../http/write-headers';
import { readUser } from '../users/users';
import { acceptDocuments, readAgreements, requireInForce } from './acceptances';

interface LegalServices {
  database: Database;
  /** Those in force. */
  documents: readonly LegalDocument[];
}

/** The legal documents, and who has agreed to which. Investors are asked; administrators act for the operator. */
export function legalRoutes(app: FastifyInstance, { database, documents }: LegalServices): void {
  route(app, 'listDocuments', 'none', async () => [...documents]);

  route(app, 'readOwnDocuments', 'reads', async ({ caller }) =>
    readAgreements(database.db, documents, caller().userId),
  );

  route(app, 'acceptDocuments', 'writes', async ({ body, caller, request }) => {
    requireInForce(documents, body);
    const actor = actorOf(request, caller());
    return database.transact(async (tx) => {
      await acceptDocuments(tx, actor, body);
      return readAgreements(tx.db, documents, actor.userId);
    });
  });

  route(app, 'readUserDocuments', 'reads', async ({ params }) => {
    const { _id, type } = await readUser(database.db, params.userId);
    return readAgreements(database.db, type === 'investor' ? documents : [], _id);
  });
}
