import type { FastifyInstance } from 'fastify';
import type { UserType } from '../../contract/enums';
import type { Home } from '../../contract/home';
import type { Reads } from '../db/reads';
import { routeRead } from '../http/route';
import { readHome } from './home';

interface HomeServices {
  reads: Reads;
  /** The names of the resources that a role may not read. */
  withheldFrom(type: UserType): readonly string[];
}

/** What operators look at first; `readBackups` answers how the backups stand, where there are any. */
export function homeRoutes(
  app: FastifyInstance,
  { reads, withheldFrom }: HomeServices,
  readBackups: () => Promise<Home['backups']>,
): void {
  routeRead(app, 'readHome', 'reads', reads, async ({ caller }, read) => {
    const withheld = withheldFrom(caller().type);
    const backups = await readBackups();
    return read((source) => readHome(source, withheld, new Date(), backups));
  });
}
