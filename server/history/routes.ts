import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client';
import { route } from '../http/route';
import type { CheckpointKey } from './checkpoint';
import { makeProof } from './proof';
import { createHistory } from './state';

interface HistoryServices {
  database: Database;
  checkpointKey: CheckpointKey;
  /** The file of checkpoints. */
  checkpointFile: string;
}

/** The sealed history (docs/ledger.md): how it stands, and what shows a person that it has what is theirs. */
export function historyRoutes(
  app: FastifyInstance,
  { database, checkpointKey, checkpointFile }: HistoryServices,
): void {
  const history = createHistory(database, checkpointKey, checkpointFile, (err) =>
    app.log.error({ err }, 'the sealed history could not be checked'),
  );

  route(app, 'readHistory', 'reads', async () => history.read());

  route(app, 'checkHistory', 'books', async () => history.checkAll());

  route(app, 'readHistoryProof', 'exports', async ({ caller }) =>
    makeProof(database, checkpointKey, caller().userId),
  );
}
