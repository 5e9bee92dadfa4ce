import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../http/access';
import { hungUp } from '../http/hang-up';
import { isSecure } from '../http/headers';
import { route, routeOutsideWrite } from '../http/route';
import { write } from '../http/write';
import { requireInForce } from '../legal/acceptances';
import { networkOf } from '../network';
import { requireGoodPassword } from '../password-policy';
import { readUser } from '../users/users';
import { type CodeVisitor, readBrowser } from './browser';
import { cookieOfOwner } from './device-cookie';
import { endAllSessions, endOneSession } from './end-sessions';
import { login } from './login';
import { changePassword } from './password-change';
import { resetPassword, sendResetCode, verifyResetCode } from './password-reset';
import { register, resendVerification, verifyEmail } from './registration';
import type { AuthServices } from './services';
import { endSession, listSessions } from './sessions';

/** Why these calls are no writes. */
const outside = {
  registrations:
    'nobody is signed in; a code counts once, and what it makes is written down in its transaction',
  signIn: 'begins or ends the session that asks, which is no record',
  codes: 'nobody is signed in; codes and tokens count once, and are no records',
  passwords: 'its body holds passwords, and not even a hash of them may be kept for a repeated request',
};

/** Registration, sign-in, sessions and passwords (docs/rules.md, "People"). */
export function authRoutes(app: FastifyInstance, services: AuthServices): void {
  const { commit } = services;
  const secure = isSecure(services.config.publicUrl);

  function codeVisitorOf(request: FastifyRequest): CodeVisitor {
    const { cookie: cookies } = request.headers;
    return { ...visitorOf(request), browser: readBrowser(cookies, secure), cookies };
  }

  /** Makes the browser known to the owner of an address, whose password or mailbox it has shown to have. */
  async function rememberDevice(reply: FastifyReply, email: string, byMailbox = false): Promise<void> {
    const cookie = await cookieOfOwner(services, email, byMailbox);
    if (cookie !== undefined) reply.header('set-cookie', cookie);
  }

  routeOutsideWrite(
    app,
    'register',
    'registration',
    outside.registrations,
    async ({ body, request, reply }) => {
      requireGoodPassword(body.password, 'password', body, services.config);
      requireInForce(services.documents, body.acceptedDocuments, 'acceptedDocuments');
      const visitor = codeVisitorOf(request);
      const requester = { key: networkOf(request.ip), known: false, gone: hungUp(reply) };
      await register(services, body, visitor, requester);
      reply.header('set-cookie', visitor.browser.setCookie);
      return { email: body.email };
    },
  );

  routeOutsideWrite(app, 'login', 'none', outside.signIn, async ({ body, request, reply }) => {
    const client = { cookies: request.headers.cookie, gone: hungUp(reply) };
    const token = await login(services, body, codeVisitorOf(request), client);
    await rememberDevice(reply, body.email);
    return token;
  });

  routeOutsideWrite(app, 'logout', 'protects', outside.signIn, async ({ caller }) => {
    const { sessionId, userId } = caller();
    await endSession(services.database.db, userId, sessionId);
    return { message: 'Signed out' };
  });

  route(app, 'listSessions', 'reads', async ({ caller }) => {
    const { sessionId, userId } = caller();
    return listSessions(services.database.db, userId, sessionId);
  });

  write(app, 'endSession', 'protects', commit, {
    operation: 'session.end',
    on: ({ params }) => params.sessionId,
    async work(tx, { params, actor }) {
      await endOneSession(tx, actor, actor.userId, params.sessionId);
      return { message: 'The session has ended' };
    },
  });

  write(app, 'endOtherSessions', 'protects', commit, {
    operation: 'sessions.end-others',
    async work(tx, { actor, caller }) {
      await endAllSessions(tx, actor, actor.userId, caller.sessionId);
      return { message: 'All other sessions have ended' };
    },
  });

  route(app, 'listUserSessions', 'reads', async ({ params, caller }) => {
    const { _id } = await readUser(services.database.db, params.userId);
    return listSessions(services.database.db, _id, caller().sessionId);
  });

  write(app, 'endUserSession', 'protects', commit, {
    operation: 'user.session.end',
    on: ({ params }) => `${params.userId} ${params.sessionId}`,
    async work(tx, { params, actor }) {
      await endOneSession(tx, actor, params.userId, params.sessionId);
      return { message: 'The session has ended' };
    },
  });

  write(app, 'endUserSessions', 'protects', commit, {
    operation: 'user.sessions.end',
    on: ({ params }) => params.userId,
    async work(tx, { params, actor }) {
      const { _id } = await readUser(tx.db, params.userId);
      await endAllSessions(tx, actor, _id);
      return { message: 'All sessions have ended' };
    },
  });

  routeOutsideWrite(
    app,
    'verifyEmail',
    'otpVerify',
    outside.registrations,
    async ({ body, request, reply }) => {
      const token = await verifyEmail(services, body, codeVisitorOf(request));
      await rememberDevice(reply, body.email);
      return token;
    },
  );

  routeOutsideWrite(app, 'resendOtp', 'otpSend', outside.codes, async ({ body, request, reply }) => {
    const visitor = codeVisitorOf(request);
    if (body.activity === 'verify_email') await resendVerification(services, body.email, visitor);
    else await sendResetCode(services, body.email, visitor);
    reply.header('set-cookie', visitor.browser.setCookie);
    return { message: 'A code is on its way if the address is known' };
  });

  routeOutsideWrite(app, 'verifyPasswordOtp', 'otpVerify', outside.codes, async ({ body, request }) =>
    verifyResetCode(services, body, codeVisitorOf(request)),
  );

  routeOutsideWrite(
    app,
    'resetPassword',
    'otpVerify',
    outside.passwords,
    async ({ body, request, reply }) => {
      const email = await resetPassword(services, body, request.id, hungUp(reply));
      // Whoever strangers keep from signing in gets in by way of the mailbox.
      await rememberDevice(reply, email, true);
      return { message: 'The password has been changed' };
    },
  );

  routeOutsideWrite(
    app,
    'changePassword',
    'protects',
    outside.passwords,
    async ({ body, caller, request, reply }) => {
      requireGoodPassword(body.newPassword, 'newPassword', caller(), services.config);
      await changePassword(services, caller(), body, request.id, hungUp(reply));
      await rememberDevice(reply, caller().email);
      return { message: 'The password has been changed' };
    },
  );
}
