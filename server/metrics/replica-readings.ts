import type { StandbyReads } from '../db/standby';
import type { Reading } from './metrics';

/** How the standby stands where lists are read. */
export function replicaReadings({ lag }: Pick<StandbyReads, 'lag'>): Reading[] {
  return [
    {
      name: 'database_replica_up',
      help: 'Whether the standby of DATABASE_READ_URL answered this scrape.',
      read: async () => Number((await lag()) !== undefined),
    },
    {
      name: 'database_replica_lag_seconds',
      help: 'By how much it is behind its primary; 0 when nothing is missing there.',
      read: lag,
    },
  ];
}
