import type { FastifyInstance, FastifyRequest } from 'fastify';
import { validation } from '../../contract/messages';
import { refuse } from '../http/refusal';
import { route } from '../http/route';
import { actorOf } from '../http/write-headers';
import type { Services } from '../services';
import { endAllSessions, endOneSession } from './end-sessions';
import { login } from './login';
import { changePassword } from './password-change';
import { resetPassword, sendResetCode, verifyResetCode } from './password-reset';
import { register, resendVerification, verifyEmail } from './registration';
import { type Device, endSession, listSessions } from './sessions';

function deviceOf(request: FastifyRequest): Device {
  return { ip: request.ip, userAgent: request.headers['user-agent'] };
}

/** Registration, sign-in, sessions and passwords (specification, section 7; design, section 8). */
export function authRoutes(app: FastifyInstance, services: Services): void {
  /** The specified minimum is in the contract; an operator may ask for more. */
  function requireLength(password: string, field: string): void {
    const minimum = services.config.passwordMin;
    if (password.length < minimum) throw refuse.invalid(validation.passwordMinimum(minimum), field);
  }

  route(app, 'register', 'registration', async ({ body }) => {
    requireLength(body.password, 'password');
    await register(services, body);
    return { email: body.email };
  });

  route(app, 'login', 'none', async ({ body, request }) => login(services, body, deviceOf(request)));

  route(app, 'logout', 'writes', async ({ caller }) => {
    const { sessionId, userId } = caller();
    await endSession(services.database.db, userId, sessionId);
    return { message: 'Signed out' };
  });

  route(app, 'listSessions', 'reads', async ({ caller }) => {
    const { sessionId, userId } = caller();
    return listSessions(services.database.db, userId, sessionId);
  });

  route(app, 'endSession', 'writes', async ({ params, caller, request }) => {
    const actor = actorOf(request, caller());
    await services.database.transact((tx) => endOneSession(tx, actor, actor.userId, params.sessionId));
    return { message: 'The session has ended' };
  });

  route(app, 'endOtherSessions', 'writes', async ({ caller, request }) => {
    const actor = actorOf(request, caller());
    await services.database.transact((tx) => endAllSessions(tx, actor, actor.userId, caller().sessionId));
    return { message: 'All other sessions have ended' };
  });

  route(app, 'verifyEmail', 'otpVerify', async ({ body, request }) =>
    verifyEmail(services, body, request.id, deviceOf(request)),
  );

  route(app, 'resendOtp', 'otpSend', async ({ body }) => {
    if (body.activity === 'verify_email') await resendVerification(services, body.email);
    else await sendResetCode(services, body.email);
    return { message: 'A code is on its way if the address is known' };
  });

  route(app, 'verifyPasswordOtp', 'otpVerify', async ({ body }) => verifyResetCode(services, body));

  route(app, 'resetPassword', 'otpVerify', async ({ body, request }) => {
    requireLength(body.password, 'password');
    await resetPassword(services, body, request.id);
    return { message: 'The password has been changed' };
  });

  route(app, 'changePassword', 'writes', async ({ body, caller, request }) => {
    requireLength(body.newPassword, 'newPassword');
    await changePassword(services, caller(), body, request.id);
    return { message: 'The password has been changed' };
  });
}
