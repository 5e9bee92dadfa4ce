import type { FastifyInstance } from 'fastify';
import { userList } from '../../contract/list-query';
import type { Database } from '../db/client';
import type { Reads } from '../db/reads';
import { sendVersion } from '../http/etag';
import { sendPage } from '../http/page';
import { route, routeOwn, routeRead } from '../http/route';
import { write } from '../http/write';
import { parseListQuery } from '../lists/list-query';
import type { Commit } from '../writes/commit';
import { listUsers, readPerson, readUser, updateUser } from './users';

interface UserServices {
  database: Database;
  reads: Reads;
  commit: Commit;
}

/** The own profile, and all people for administrators (docs/rules.md, "Profile"). */
export function userRoutes(app: FastifyInstance, { database, reads, commit }: UserServices): void {
  routeOwn(app, 'readUser', 'reads', readUser);

  write(app, 'updateUser', 'writes', commit, {
    operation: 'user.update',
    work: (tx, { body, actor }) => updateUser(tx, actor, body),
  });

  routeRead(app, 'listUsers', 'reads', reads, async ({ query, reply }, read) => {
    const request = parseListQuery(query, userList);
    return sendPage(reply, request, await read((source) => listUsers(source, request)));
  });

  route(app, 'readUserById', 'reads', async ({ params, reply }) => {
    const person = await readPerson(database.db, params.userId);
    sendVersion(reply, person.version);
    return person;
  });
}
