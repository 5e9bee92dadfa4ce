import type { FastifyInstance } from 'fastify';
import { reportList } from '../../contract/list-query';
import { readSnapshot } from '../db/snapshot';
import { visitorOf } from '../http/access';
import { sendPage } from '../http/page';
import { route, routeOutsideWrite, routeRead } from '../http/route';
import { write } from '../http/write';
import { parseListQuery } from '../lists/list-query';
import { closeReports } from './close';
import { reportTakeover } from './report';
import { listReports, readReport } from './reports';
import type { TakeoverServices } from './services';

/** Reports of owners that something in their account was not they (docs/rules.md, "This was not me"). */
export function takeoverRoutes(app: FastifyInstance, services: TakeoverServices): void {
  const { database, reads, commit } = services;

  routeOutsideWrite(
    app,
    'reportTakeover',
    'takeoverReports',
    'nobody is signed in; a link counts once, and what it does is written down in its transaction',
    async ({ body, request }) => reportTakeover(services, body.token, visitorOf(request)),
  );

  routeRead(app, 'listReports', 'reads', reads, async ({ query, reply }, read) => {
    const request = parseListQuery(query, reportList);
    return sendPage(reply, request, await read((source) => listReports(source, request)));
  });

  route(app, 'readReport', 'reads', async ({ params }) =>
    readSnapshot(database, (db) => readReport(db, params.reportId)),
  );

  write(app, 'closeReport', 'writes', commit, {
    operation: 'report.close',
    on: ({ params }) => params.reportId,
    work: (tx, { params, body, actor }) => closeReports(services, tx, actor, params.reportId, body),
  });
}
