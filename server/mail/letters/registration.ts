import type { OtpActivity } from '../../../contract/enums';
import { mailSubjects } from '../../../contract/mail-subjects';
import { screens } from '../../../contract/paths';
import type { Block } from '../layout';
import type { Mail } from '../outbox';
import { moment, plainName } from './facts';
import type { Writing } from './letter';

/** Milliseconds. */
const codeLifetime = 10 * 60_000;

const whyCode: Record<OtpActivity, { why: string; screen: string }> = {
  verify_email: { why: 'Enter this code to verify your email address:', screen: screens.verifyEmail },
  reset_password: { why: 'Enter this code to set a new password:', screen: screens.resetPassword },
};

/** Registrations listed in one mail. */
const listedRegistrations = 5;

/** What the owner of a mailbox tells the own registration by. */
export interface RegistrationFacts {
  name: string;
  at: Date;
  /** In words; not known of those made with earlier versions. */
  device: string | null;
}

/** Codes, and what is told about registrations. */
export interface RegistrationMails {
  /** The code of a registration, and whose it is. */
  verificationCode(to: string, code: string, registration: RegistrationFacts): Mail;
  resetCode(to: string, code: string, asked: { at: Date; device: string }): Mail;
  /** That several registrations of the address wait, and a new code could be for any. */
  severalRegistrations(to: string, registrations: readonly RegistrationFacts[]): Mail;
  /** What the owner of a verified address is told when someone registers with it again. */
  alreadyRegistered(to: string): Mail;
}

export function registrationMails({ letter, link }: Writing): RegistrationMails {
  const codeMail = (to: string, activity: OtpActivity, code: string, blocks: readonly Block[]): Mail => ({
    ...letter(to, mailSubjects.code[activity], [
      whyCode[activity].why,
      { code },
      'It is valid for 10 minutes.',
      ...blocks,
      link('Enter the code', whyCode[activity].screen),
    ]),
    lasts: codeLifetime,
  });
  return {
    verificationCode: (to, code, registration) =>
      codeMail(to, 'verify_email', code, [
        'It is for this registration:',
        { facts: registrationFacts(registration) },
        'If you did not register with this name at this time, do not enter the code anywhere: the account would open with the password of somebody else. Never give the code to anyone.',
      ]),

    resetCode: (to, code, { at, device }) =>
      codeMail(to, 'reset_password', code, [
        {
          facts: [
            ['Asked for', moment(at)],
            ['Device', device],
          ],
        },
        'If you did not ask for it, you can ignore this mail. Never give the code to anyone.',
      ]),

    severalRegistrations: (to, registrations) =>
      letter(to, mailSubjects.severalRegistrations, [
        'Someone asked for a new code. More than one registration with this email address waits for its code:',
        ...registrations.slice(-listedRegistrations).map((each) => ({ facts: registrationFacts(each) })),
        'If one of them is yours, ask for the code in the browser where you registered, or register again: that mails you a code at once. Enter no code of a registration that you did not make.',
        link('Register', screens.register),
        'If none of them is yours, you need not do anything.',
      ]),

    alreadyRegistered: (to) =>
      letter(to, mailSubjects.alreadyRegistered, [
        'Someone, probably you, tried to register with this email address. It already has an account.',
        link('Sign in', screens.login),
        link('Forgot the password? Set a new one', screens.resetPassword),
        'If it was not you, you need not do anything.',
      ]),
  };
}

function registrationFacts({ name, at, device }: RegistrationFacts) {
  return [
    ['Name', plainName(name)],
    ['Registered', moment(at)],
    ...(device === null ? [] : [['Device', device] as const]),
  ] as const;
}
