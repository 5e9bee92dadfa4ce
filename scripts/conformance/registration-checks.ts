import { randomUUID } from 'node:crypto';
import { dataOf, mustRefuse, mustSucceed } from './client';
import { each } from './faults';
import * as shapes from './shapes';
import { nobody } from './sign-in-check';
import { type Check, type Visit, withoutSession } from './visit';

/** The checks of what people do who are not signed in, besides signing in. */
export function registrationChecks({ ask }: Visit): Check[] {
  const newcomer = `conformance-${randomUUID()}@conformance.invalid`;
  return [
    {
      name: 'register',
      writes: true,
      async run() {
        const person = {
          ...{ firstName: 'Conformance', lastName: 'Check', email: newcomer, password: randomUUID() },
          ...{ phoneNumber: '+44 20 7946 0000', country: 'United Kingdom' },
        };
        await each(
          async () => mustRefuse(await ask('register', undefined, {}), withoutSession, 'an empty form'),
          async () => dataOf(await ask('register', undefined, person), shapes.anything),
        );
        return `registered ${newcomer}, whom nobody can verify`;
      },
    },
    {
      name: 'resendOtp',
      writes: true,
      async run() {
        const body = { email: newcomer, activity: 'verify_email' };
        const reply = await ask('resendOtp', undefined, body);
        // Many hosts make people wait before they send another code.
        if (reply.status !== 429) mustSucceed(reply);
        return 'another code';
      },
    },
    {
      name: 'verifyEmail',
      writes: true,
      async run() {
        const body = { email: newcomer, otp: '000000' };
        mustRefuse(await ask('verifyEmail', undefined, body), withoutSession, 'a wrong code');
        return 'a wrong code is refused';
      },
    },
    {
      name: 'verifyPasswordOtp',
      writes: true,
      async run() {
        const body = { email: nobody.email, otp: '000000' };
        mustRefuse(await ask('verifyPasswordOtp', undefined, body), withoutSession, 'a wrong code');
        return 'a wrong code is refused';
      },
    },
    {
      name: 'resetPassword',
      writes: true,
      async run() {
        const body = { password: randomUUID(), token: 'no-such-token' };
        mustRefuse(await ask('resetPassword', undefined, body), withoutSession, 'a wrong token');
        return 'a wrong token is refused';
      },
    },
  ];
}
