import type { FastifyInstance } from 'fastify';
import type { UserType } from '../../contract/enums';
import type { Home } from '../../contract/home';
import type { ReadableSubjects } from '../db/readable-subjects';
import type { Reads } from '../db/reads';
import { routeRead } from '../http/route';
import { readHome } from './home';

interface HomeServices {
  reads: Reads;
  /** What a role may read events and proposals about. */
  readableBy(type: UserType): ReadableSubjects;
}

/** What operators look at first; `readBackups` answers how the backups stand, where there are any. */
export function homeRoutes(
  app: FastifyInstance,
  { reads, readableBy }: HomeServices,
  readBackups: () => Promise<Home['backups']>,
): void {
  routeRead(app, 'readHome', 'reads', reads, async ({ caller }, read) => {
    const readable = readableBy(caller().type);
    const backups = await readBackups();
    return read((source) => readHome(source, readable, new Date(), backups));
  });
}
