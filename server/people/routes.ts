import type { FastifyInstance } from 'fastify';
import { invitationList } from '../../contract/list-query';
import { cookieOfOwner } from '../auth/device-cookie';
import { visitorOf } from '../http/access';
import { hungUp } from '../http/hang-up';
import { sendPage } from '../http/page';
import { routeOutsideWrite, routeRead } from '../http/route';
import { write } from '../http/write';
import { parseListQuery } from '../lists/list-query';
import { acceptInvitation, openInvitation } from './accept';
import { revokeInvitation, sendInvitation } from './invitations';
import { listInvitations } from './list';
import { changeOrPropose, inviteOrPropose } from './people-kind';
import type { PeopleServices } from './services';
import { disablePerson } from './standing';

/** Why these calls are no writes. */
const outside = {
  opening: 'a read whose question is a secret, which must be in no address',
  accepting:
    'nobody is signed in, and its body holds a password; a link counts once, and what it makes is written down',
};

/** Who is let in and who is shut out (docs/rules.md, "Invitations and standing"). */
export function peopleRoutes(app: FastifyInstance, services: PeopleServices): void {
  const { commit, reads } = services;

  routeRead(app, 'listInvitations', 'reads', reads, async ({ query, reply }, read) => {
    const request = parseListQuery(query, invitationList);
    return sendPage(reply, request, await read((source) => listInvitations(source, request)));
  });

  write(app, 'inviteUser', 'writes', commit, {
    operation: 'user.invite',
    work: (tx, { body, actor }) => inviteOrPropose(tx, services, actor, body),
  });

  write(app, 'sendInvitation', 'writes', commit, {
    operation: 'invitation.send',
    on: ({ params }) => params.invitationId,
    work: async (tx, { params, actor }) => (await sendInvitation(services, tx, actor, params)).invitation,
  });

  write(app, 'revokeInvitation', 'protects', commit, {
    operation: 'invitation.revoke',
    on: ({ params }) => params.invitationId,
    async work(tx, { params, actor }) {
      await revokeInvitation(tx, actor, params);
      return { message: 'The invitation has been revoked' };
    },
  });

  write(app, 'disableUser', 'protects', commit, {
    operation: 'user.disable',
    on: ({ params }) => params.userId,
    versioned: true,
    work: (tx, { params: { userId }, actor, ifMatch }) =>
      disablePerson(services, tx, actor, { userId, ifMatch }),
  });

  write(app, 'enableUser', 'writes', commit, {
    operation: 'user.enable',
    on: ({ params }) => params.userId,
    versioned: true,
    work: (tx, { params: { userId }, actor, ifMatch }) =>
      changeOrPropose(tx, services, actor, 'enable', { userId, ifMatch }),
  });

  write(app, 'offboardUser', 'protects', commit, {
    operation: 'user.offboard',
    on: ({ params }) => params.userId,
    versioned: true,
    work: (tx, { params: { userId }, actor, ifMatch }) =>
      changeOrPropose(tx, services, actor, 'offboard', { userId, ifMatch }),
  });

  routeOutsideWrite(app, 'readInvitation', 'otpVerify', outside.opening, async ({ body }) =>
    openInvitation(services, body.token),
  );

  routeOutsideWrite(
    app,
    'acceptInvitation',
    'otpVerify',
    outside.accepting,
    async ({ body, request, reply }) => {
      const { token, email } = await acceptInvitation(services, body, visitorOf(request), hungUp(reply));
      const cookie = await cookieOfOwner(services, email);
      if (cookie !== undefined) reply.header('set-cookie', cookie);
      return token;
    },
  );
}
