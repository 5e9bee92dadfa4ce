import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { serverPaths } from '../../contract/paths';
import type { Database } from '../db/client';

/** Whether the process lives, and whether its database answers. For supervisors and load balancers. */
export function healthRoutes(app: FastifyInstance, { db }: Database): void {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  app.get(serverPaths.health, options, async () => ({ data: { status: 'ok' } }));
  app.get(serverPaths.ready, options, async () => {
    await db.execute(sql`select 1`);
    return { data: { status: 'ready' } };
  });
}
