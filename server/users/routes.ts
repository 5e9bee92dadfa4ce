import type { FastifyInstance } from 'fastify';
import { userList } from '../../contract/list-query';
import type { Database } from '../db/client';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { actorOf } from '../http/write-headers';
import { parseListQuery } from '../lists/list-query';
import { listUsers, readUser, updateUser } from './users';

/** The own profile, and all people for administrators (specification, section 7). */
export function userRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  route(app, 'readUser', 'reads', async ({ caller }) => readUser(database.db, caller().userId));

  route(app, 'updateUser', 'writes', async ({ body, caller, request }) => {
    const actor = actorOf(request, caller());
    return database.transact((tx) => updateUser(tx, actor, body));
  });

  route(app, 'listUsers', 'reads', async ({ query, reply }) => {
    const request = parseListQuery(query, userList);
    return sendPage(reply, request, await listUsers(database, request));
  });

  route(app, 'readUserById', 'reads', async ({ params }) => readUser(database.db, params.userId));
}
