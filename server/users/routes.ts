import type { FastifyInstance } from 'fastify';
import { userList } from '../../contract/list-query';
import { endAllSessions, endOneSession } from '../auth/end-sessions';
import { listSessions } from '../auth/sessions';
import { parseListQuery } from '../http/list-query';
import { sendPage } from '../http/page';
import { route } from '../http/route';
import { actorOf } from '../http/write-headers';
import type { Services } from '../services';
import { listUsers, readUser, updateUser } from './users';

/** The own profile, and all people for administrators (specification, section 7). */
export function userRoutes(app: FastifyInstance, { database }: Services): void {
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

  route(app, 'listUserSessions', 'reads', async ({ params, caller }) => {
    const { _id } = await readUser(database.db, params.userId);
    return listSessions(database.db, _id, caller().sessionId);
  });

  route(app, 'endUserSession', 'protects', async ({ params, caller, request }) => {
    const actor = actorOf(request, caller());
    await database.transact((tx) => endOneSession(tx, actor, params.userId, params.sessionId));
    return { message: 'The session has ended' };
  });

  route(app, 'endUserSessions', 'protects', async ({ params, caller, request }) => {
    const actor = actorOf(request, caller());
    await database.transact(async (tx) => {
      const { _id } = await readUser(tx.db, params.userId);
      await endAllSessions(tx, actor, _id);
    });
    return { message: 'All sessions have ended' };
  });
}
