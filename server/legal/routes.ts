import type { FastifyInstance } from 'fastify';
import type { LegalDocument } from '../../contract/legal';
import type { Database } from '../db/client';
import { route } from '../http/route';
import { write } from '../http/write';
import { readUser } from '../users/users';
import type { Commit } from '../writes/commit';
import { acceptDocuments, readAgreements, requireInForce } from './acceptances';

interface LegalServices {
  database: Database;
  commit: Commit;
  /** Those in force. */
  documents: readonly LegalDocument[];
}

/** The legal documents, and who has agreed to which. Investors are asked; administrators act for the operator. */
export function legalRoutes(app: FastifyInstance, { database, commit, documents }: LegalServices): void {
  route(app, 'listDocuments', 'none', async () => [...documents]);

  route(app, 'readOwnDocuments', 'reads', async ({ caller }) =>
    readAgreements(database.db, documents, caller().userId),
  );

  write(app, 'acceptDocuments', 'writes', commit, {
    operation: 'documents.accept',
    async work(tx, { body, actor }) {
      requireInForce(documents, body);
      await acceptDocuments(tx, actor, body);
      return readAgreements(tx.db, documents, actor.userId);
    },
  });

  route(app, 'readUserDocuments', 'reads', async ({ params }) => {
    const { _id, type } = await readUser(database.db, params.userId);
    return readAgreements(database.db, type === 'investor' ? documents : [], _id);
  });
}
