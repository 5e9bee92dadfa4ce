import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieOfOwner } from '../auth/device-cookie';
import { visitorOf } from '../http/access';
import { hungUp } from '../http/hang-up';
import { route, routeOutsideWrite } from '../http/route';
import { readAct } from '../http/step-up';
import { write } from '../http/write';
import type { Caller } from '../request';
import { askAct, signAct } from './acts';
import { addFactor, makeRecoveryCodes, removeFactor, startPasskey, startTotp } from './manage';
import { proposeReset } from './reset-kind';
import type { FactorServices } from './services';
import { finishSignIn, startPasskeySignIn } from './sign-in';
import { stepUp } from './step-up';
import { listFactors } from './stored';

/** Why these calls are no writes. */
const outside = {
  signIn: 'begins a session, or says that its owner is there, which is no record',
  setup: 'begins something that only the next call finishes',
  secrets:
    'its body or its answer holds secrets, and not even a hash of them may be kept for a repeated request',
};

const actorOf = ({ userId }: Caller, requestId: string) => ({ userId, requestId, reason: undefined });

/** Second factors: setting them up, signing in with them, and showing one once more (docs/rules.md, "Second factor"). */
export function factorRoutes(app: FastifyInstance, services: FactorServices): void {
  const { commit, database, limits, requiresFactor } = services;

  /** Counts what begins, before anything is read or stored for it. */
  async function countStart(request: FastifyRequest, { userId, email }: Caller): Promise<void> {
    await limits.spend('factorStarts', userId, { visitor: visitorOf(request), userId, email });
  }

  /** Cookies of before are void once the factors have changed. */
  async function rememberDevice(reply: FastifyReply, email: string): Promise<void> {
    const cookie = await cookieOfOwner(services, email);
    if (cookie !== undefined) reply.header('set-cookie', cookie);
  }

  routeOutsideWrite(app, 'finishSignIn', 'otpVerify', outside.signIn, async ({ body, request, reply }) => {
    const visitor = { ...visitorOf(request), cookies: request.headers.cookie };
    const { token, email } = await finishSignIn(services, body, visitor);
    await rememberDevice(reply, email);
    return token;
  });

  routeOutsideWrite(app, 'startPasskeySignIn', 'otpVerify', outside.signIn, async ({ body }) =>
    startPasskeySignIn(services, body.ticket),
  );

  routeOutsideWrite(app, 'stepUp', 'confirms', outside.signIn, async ({ body, caller, request }) => {
    await stepUp(services, caller(), body.proof, visitorOf(request));
    return { message: 'Thank you' };
  });

  routeOutsideWrite(
    app,
    'startPasskeyStepUp',
    'actStarts',
    outside.setup,
    async ({ body, caller, request }) => {
      await countStart(request, caller());
      return askAct(services, caller(), readAct(app, caller(), body.act));
    },
  );

  routeOutsideWrite(app, 'signAct', 'confirms', outside.setup, async ({ params, body, caller, request }) => ({
    proofId: await signAct(services, caller(), params.actId, body.response, visitorOf(request)),
  }));

  route(app, 'listFactors', 'reads', async ({ caller }) => {
    const { userId, type } = caller();
    return listFactors(database.db, userId, requiresFactor(type));
  });

  routeOutsideWrite(
    app,
    'startTotp',
    'factorSetup',
    outside.setup,
    async ({ body, caller, request, reply }) => {
      await countStart(request, caller());
      return startTotp(services, { caller: caller(), password: body.password, gone: hungUp(reply) });
    },
  );

  routeOutsideWrite(
    app,
    'startPasskey',
    'factorSetup',
    outside.setup,
    async ({ body, caller, request, reply }) => {
      await countStart(request, caller());
      return startPasskey(services, { caller: caller(), password: body.password, gone: hungUp(reply) });
    },
  );

  routeOutsideWrite(
    app,
    'addFactor',
    'factorSetup',
    outside.secrets,
    async ({ body, caller, request, reply }) => {
      const added = await addFactor(services, caller(), actorOf(caller(), request.id), body);
      await rememberDevice(reply, caller().email);
      return added;
    },
  );

  write(app, 'resetUserFactors', 'writes', commit, {
    operation: 'user.factors_reset',
    on: ({ params }) => params.userId,
    work: (tx, { params, actor }) => proposeReset(tx, services, actor, params.userId),
  });

  write(app, 'removeFactor', 'protects', commit, {
    operation: 'factor.remove',
    on: ({ params }) => params.factorId,
    work: (tx, { params, actor, caller }) => removeFactor(services, tx, caller, actor, params.factorId),
  });

  routeOutsideWrite(
    app,
    'makeRecoveryCodes',
    'factorSetup',
    outside.secrets,
    async ({ caller, request }) => ({
      recoveryCodes: await makeRecoveryCodes(services, caller(), actorOf(caller(), request.id)),
    }),
  );
}
