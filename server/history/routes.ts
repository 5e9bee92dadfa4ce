import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client';
import { createFairSemaphore } from '../fair-semaphore';
import { requesterOf } from '../http/hang-up';
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

  app.addHook('onClose', () => history.stop());

  route(app, 'readHistory', 'reads', async () => history.read());

  route(app, 'checkHistory', 'books', async () => history.checkAll());

  // Each is as long as what somebody has, and takes the processor, which all requests share. People take turns.
  const proofs = createFairSemaphore(1, 8);

  route(app, 'readHistoryProof', 'exports', (call) =>
    proofs.run(requesterOf(call), () => makeProof(database, checkpointKey, call.caller().userId)),
  );
}
