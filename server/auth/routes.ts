import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { users } from '../db/schema';
import { visitorOf } from '../http/access';
import { hungUp } from '../http/hang-up';
import { isSecure } from '../http/headers';
import { route } from '../http/route';
import { actorOf } from '../http/write-headers';
import { requireInForce } from '../legal/acceptances';
import { networkOf } from '../network';
import { requireGoodPassword } from '../password-policy';
import { readUser } from '../users/users';
import { type CodeVisitor, readBrowser } from './browser';
import { endAllSessions, endOneSession } from './end-sessions';
import { login } from './login';
import { changePassword } from './password-change';
import { resetPassword, sendResetCode, verifyResetCode } from './password-reset';
import { register, resendVerification, verifyEmail } from './registration';
import type { AuthServices } from './services';
import { endSession, listSessions } from './sessions';

/** Registration, sign-in, sessions and passwords (specification, section 7; design, section 8). */
export function authRoutes(app: FastifyInstance, services: AuthServices): void {
  const secure = isSecure(services.config.publicUrl);

  function codeVisitorOf(request: FastifyRequest): CodeVisitor {
    return { ...visitorOf(request), browser: readBrowser(request.headers.cookie, secure) };
  }

  /** Makes the browser known to the owner of an address, whose password or mailbox it has shown to have. */
  async function rememberDevice(reply: FastifyReply, email: string): Promise<void> {
    const [owner] = await services.database.db
      .select({ id: users.id, credentialVersion: users.credentialVersion })
      .from(users)
      .where(eq(users.email, email));
    if (owner) reply.header('set-cookie', await services.deviceCookies.issue(email, owner));
  }

  route(app, 'register', 'registration', async ({ body, request, reply }) => {
    requireGoodPassword(body.password, 'password', body, services.config);
    requireInForce(services.documents, body.acceptedDocuments, 'acceptedDocuments');
    const visitor = codeVisitorOf(request);
    const asker = { key: networkOf(request.ip), known: false, gone: hungUp(reply) };
    await register(services, body, visitor, asker);
    reply.header('set-cookie', visitor.browser.setCookie);
    return { email: body.email };
  });

  route(app, 'login', 'none', async ({ body, request, reply }) => {
    const client = { cookies: request.headers.cookie, gone: hungUp(reply) };
    const token = await login(services, body, codeVisitorOf(request), client);
    await rememberDevice(reply, body.email);
    return token;
  });

  route(app, 'logout', 'protects', async ({ caller }) => {
    const { sessionId, userId } = caller();
    await endSession(services.database.db, userId, sessionId);
    return { message: 'Signed out' };
  });

  route(app, 'listSessions', 'reads', async ({ caller }) => {
    const { sessionId, userId } = caller();
    return listSessions(services.database.db, userId, sessionId);
  });

  route(app, 'endSession', 'protects', async ({ params, caller, request }) => {
    const actor = actorOf(request, caller());
    await services.database.transact((tx) => endOneSession(tx, actor, actor.userId, params.sessionId));
    return { message: 'The session has ended' };
  });

  route(app, 'endOtherSessions', 'protects', async ({ caller, request }) => {
    const actor = actorOf(request, caller());
    await services.database.transact((tx) => endAllSessions(tx, actor, actor.userId, caller().sessionId));
    return { message: 'All other sessions have ended' };
  });

  route(app, 'listUserSessions', 'reads', async ({ params, caller }) => {
    const { _id } = await readUser(services.database.db, params.userId);
    return listSessions(services.database.db, _id, caller().sessionId);
  });

  route(app, 'endUserSession', 'protects', async ({ params, caller, request }) => {
    const actor = actorOf(request, caller());
    await services.database.transact((tx) => endOneSession(tx, actor, params.userId, params.sessionId));
    return { message: 'The session has ended' };
  });

  route(app, 'endUserSessions', 'protects', async ({ params, caller, request }) => {
    const actor = actorOf(request, caller());
    await services.database.transact(async (tx) => {
      const { _id } = await readUser(tx.db, params.userId);
      await endAllSessions(tx, actor, _id);
    });
    return { message: 'All sessions have ended' };
  });

  route(app, 'verifyEmail', 'otpVerify', async ({ body, request, reply }) => {
    const token = await verifyEmail(services, body, codeVisitorOf(request));
    await rememberDevice(reply, body.email);
    return token;
  });

  route(app, 'resendOtp', 'otpSend', async ({ body, request, reply }) => {
    const visitor = codeVisitorOf(request);
    if (body.activity === 'verify_email') await resendVerification(services, body.email, visitor);
    else await sendResetCode(services, body.email, visitor);
    reply.header('set-cookie', visitor.browser.setCookie);
    return { message: 'A code is on its way if the address is known' };
  });

  route(app, 'verifyPasswordOtp', 'otpVerify', async ({ body, request }) =>
    verifyResetCode(services, body, codeVisitorOf(request)),
  );

  route(app, 'resetPassword', 'otpVerify', async ({ body, request, reply }) => {
    const email = await resetPassword(services, body, request.id, hungUp(reply));
    // Whoever strangers keep from signing in gets in by way of the mailbox.
    await rememberDevice(reply, email);
    return { message: 'The password has been changed' };
  });

  route(app, 'changePassword', 'protects', async ({ body, caller, request, reply }) => {
    requireGoodPassword(body.newPassword, 'newPassword', caller(), services.config);
    await changePassword(services, caller(), body, request.id, hungUp(reply));
    await rememberDevice(reply, caller().email);
    return { message: 'The password has been changed' };
  });
}
