import type { InvitedType, UserStanding } from '../../../contract/enums';
import { mailSubjects } from '../../../contract/mail-subjects';
import { userTypeNames } from '../../../contract/messages';
import { screens } from '../../../contract/paths';
import type { PersonNotice } from '../notices';
import type { Mail } from '../outbox';
import { moment, plainName, reasonFacts } from './facts';
import type { Owner, Writing } from './letter';

const personNotices: Readonly<Record<PersonNotice['act'], { subject: string; text: string }>> = {
  invited: {
    subject: mailSubjects.personInvited,
    text: 'A link went to the address below. Whoever opens it chooses a password and has the role from then on. The invitation can be revoked in the console until it is accepted.',
  },
  joined: {
    subject: mailSubjects.personJoined,
    text: 'The person has chosen a password, and has the role from now on.',
  },
  disabled: {
    subject: mailSubjects.personDisabled,
    text: 'The person is signed out everywhere and cannot sign in until they are enabled again.',
  },
  enabled: {
    subject: mailSubjects.personEnabled,
    text: 'The person can sign in again, with the password and the second factors of before.',
  },
  offboarded: {
    subject: mailSubjects.personOffboarded,
    text: 'The person is signed out everywhere and can never sign in again. Password and second factors are gone.',
  },
};

const standingTexts: Readonly<Record<UserStanding, readonly string[]>> = {
  enabled: ['We have given you access again. Your password and your second factors are the ones you had.'],
  disabled: ['We have disabled your access for the time being, and signed you out everywhere.'],
  offboarded: ['We have ended your access for good, and signed you out everywhere.'],
};

/** Who may be in, and what is kept about them. */
export interface PeopleMails {
  /** The link of an invitation, which is worth sending as long as it works. */
  invitation(to: string, invitation: { type: InvitedType; path: string; expiresAt: Date }): Mail;
  /** To the person: whether they may sign in; why is between the operator and the audit log. */
  standingChanged(to: string, standing: UserStanding, at: Date): Mail;
  /** That everything stored about the person was downloaded. */
  dataExported(owner: Owner, at: Date): Mail;
  /** To administrators: what was done to a person. */
  personChanged(to: string, notice: PersonNotice): Mail;
  /** For the other administrators: that everything personal about somebody was erased. */
  personErased(to: string, userId: string, at: Date): Mail;
}

export const peopleMails = ({ letter, link, writeToUs, ifNotYou }: Writing): PeopleMails => ({
  invitation: (to, { type, path, expiresAt }) => ({
    ...letter(to, mailSubjects.invitation, [
      `You are invited to help run this site. Choose a password to accept.`,
      {
        facts: [
          ['Role', userTypeNames[type]],
          ['Valid until', moment(expiresAt)],
        ],
      },
      link('Accept the invitation', path),
      'The link works once, and is for you alone: do not pass it on. If you did not expect it, you can ignore this mail.',
    ]),
    expiresAt,
  }),

  standingChanged: (to, standing, at) =>
    letter(to, mailSubjects[standing], [
      ...standingTexts[standing],
      { facts: [['When', moment(at)]] },
      ...(standing === 'enabled'
        ? [link('Sign in', screens.login)]
        : [`If you think this is a mistake, ${writeToUs}.`]),
    ]),

  dataExported: ({ id, email }, at) =>
    letter(email, mailSubjects.dataExported, [
      'Everything that we store about you was downloaded from your account.',
      { facts: [['When', moment(at)]] },
      'If it was you, you need not do anything.',
      ...ifNotYou(id, 'data_exported'),
    ]),

  personChanged: (to, { act, of, type, by, reason, at }) =>
    letter(to, personNotices[act].subject, [
      personNotices[act].text,
      {
        facts: [
          ['Person', of],
          ['Role', userTypeNames[type]],
          ['By', by ? `${plainName(by.name)} (${by.email})` : 'whoever has the machine of the server'],
          ...reasonFacts(reason),
          ['When', moment(at)],
        ],
      },
      'If this should not have happened, act at once: ask whoever did it, and disable who should not be in.',
      link('See the people', screens.adminUsers),
    ]),

  personErased: (to, userId, at) =>
    letter(to, mailSubjects.personErased, [
      'An administrator has erased everything personal about somebody. The books stay; the audit log says who did it and why.',
      {
        facts: [
          ['Person', userId],
          ['When', moment(at)],
        ],
      },
    ]),
});
