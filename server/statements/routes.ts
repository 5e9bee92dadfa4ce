import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client';
import { users } from '../db/schema/people';
import { refuse } from '../errors/refusal';
import { createFairSemaphore } from '../fair-semaphore';
import { requesterOf } from '../http/hang-up';
import { type AnyCall, route } from '../http/route';
import { write } from '../http/write';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { Commit } from '../writes/commit';
import { startStatementMail } from './mail-statements';
import { printStatement } from './pdf';
import { listStatements, readStatement, setStatementMail } from './statements';

interface StatementServices {
  database: Database;
  commit: Commit;
  outbox: Outbox;
  mails: Mails;
  /** Who signs what is printed. */
  brand: string;
}

/** Statements of accounts (docs/rules.md, "Statements"). */
export function statementRoutes(app: FastifyInstance, services: StatementServices): void {
  const { database, commit, brand } = services;
  // Drawing takes the processor, which all requests share. Those who wait take turns, however many one of them has asked for.
  const drawing = createFairSemaphore(1, 8);

  async function print(call: AnyCall, userId: string, period: string): Promise<Buffer> {
    const requester = requesterOf(call);
    const statement = await readStatement(database, userId, period);
    const [person] = await database.db
      .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
      .from(users)
      .where(eq(users.id, userId));
    if (!person) throw refuse.notFound();
    const { email, firstName, lastName } = person;
    const printed = { brand, name: `${firstName} ${lastName}`, email };
    const pdf = await drawing.run(requester, () => printStatement(statement, printed));
    call.reply.header('content-disposition', `attachment; filename="statement-${period}.pdf"`);
    return pdf;
  }

  route(app, 'listOwnStatements', 'reads', async ({ caller }) => listStatements(database, caller().userId));

  route(app, 'readOwnStatement', 'reads', async ({ caller, params }) =>
    readStatement(database, caller().userId, params.period),
  );

  route(app, 'printOwnStatement', 'prints', async (call) =>
    print(call, call.caller().userId, call.params.period),
  );

  route(app, 'listStatements', 'reads', async ({ params }) => listStatements(database, params.userId));

  route(app, 'readStatement', 'reads', async ({ params }) =>
    readStatement(database, params.userId, params.period),
  );

  route(app, 'printStatement', 'prints', async (call) => print(call, call.params.userId, call.params.period));

  write(app, 'setStatementMail', 'writes', commit, {
    operation: 'statement.mail',
    work: (tx, { actor, body }) => setStatementMail(tx, actor, body.mailed),
  });

  const telling = startStatementMail(services, (err, userId) =>
    app.log.error({ err, userId }, 'statements were not mailed'),
  );
  app.addHook('onClose', () => telling.stop());
}
