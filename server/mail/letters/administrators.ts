import { proposalKindNames } from '../../../contract/console-names';
import type { ProposalKind, ReportedMail } from '../../../contract/enums';
import { mailSubjects } from '../../../contract/mail-subjects';
import { screens } from '../../../contract/paths';
import { reportedMailNames } from '../../../contract/report-names';
import type { RefusalsNotice, Refused } from '../notices';
import type { Mail } from '../outbox';
import { moment, reasonFacts } from './facts';
import type { Writing } from './letter';

/** What administrators are told of. */
export interface AdministratorMails {
  /** To an administrator: that another one has proposed an act of this kind. */
  proposalMade(to: string, kind: ProposalKind, at: Date): Mail;
  /** To the proposer: what another administrator has decided. */
  proposalDecided(
    to: string,
    kind: ProposalKind,
    decision: 'approved' | 'declined',
    reason: string | undefined,
  ): Mail;
  /** For administrators: that such a report about an account waits. */
  reportWaits(to: string, report: { id: string; account: string; about: ReportedMail; at: Date }): Mail;
  /** For administrators: which accounts and networks are refused often, and how many more there are. */
  refusedOften(to: string, notice: RefusalsNotice): Mail;
}

export function administratorMails({ letter, link }: Writing): AdministratorMails {
  const approvals = link('See the approvals', screens.adminProposals);
  return {
    proposalMade: (to, kind, at) =>
      letter(to, mailSubjects.proposalMade, [
        'Another administrator has proposed something that is done only when a second one approves. There may be more than one.',
        {
          facts: [
            ['What', proposalKindNames[kind]],
            ['When', moment(at)],
          ],
        },
        approvals,
      ]),

    proposalDecided: (to, kind, decision, reason) =>
      letter(to, mailSubjects.proposalDecided(decision), [
        decision === 'approved'
          ? 'Another administrator has approved it, and it is done.'
          : 'Another administrator has declined it. Nothing was changed.',
        {
          facts: [['What', proposalKindNames[kind]], ...reasonFacts(reason)],
        },
        approvals,
      ]),

    reportWaits: (to, { id, account, about, at }) =>
      letter(to, mailSubjects.reportWaits, [
        'An owner says that something in the account was not they. Withdrawals from it are frozen, all sessions have ended, and the password is void.',
        {
          facts: [
            ['Account', account],
            ['About', reportedMailNames[about]],
            ['When', moment(at)],
          ],
        },
        'Find out what has happened before withdrawals are allowed again.',
        link('See the report', `${screens.adminReports}/${id}/show`),
      ]),

    refusedOften: (to, { refused, more, minutes }) =>
      letter(to, mailSubjects.refusedOften, [
        `In the last ${minutes} minutes someone was refused often: signing in, entering codes, or calling what they may not.`,
        {
          facts: [
            ...refused.map(({ subject, times }) => [refusedName(subject), `${times} times`] as const),
            ...(more > 0 ? [['Others like these', String(more)] as const] : []),
          ],
        },
        'Each is told once an hour. What was refused, and from where, is in the console.',
        link('See the security events', `${screens.admin}/security`),
      ]),
  };
}

/** Nothing a stranger has written: mail programs make links of what looks like an address. */
function refusedName(subject: Refused['subject']): string {
  if ('account' in subject) return `Account ${subject.account}`;
  return 'network' in subject ? `Network ${subject.network}` : 'An address without an account';
}
