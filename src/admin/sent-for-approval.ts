import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SentForApproval, WaitingProposal } from '../../contract/proposals';
import { isSentForApproval } from '../../contract/sent-for-approval';
import { ApiError, apiErrorOf } from '../shared/api-error';
import { formatMoment } from '../shared/format';
import { toast } from '../shared/toasts';
import { readSession } from '../shared/token';
import { nameOrEmail } from './list/person';
import { proposalPath, proposalsPath } from './record-paths';

/**
 * What a write of the console ends in when the host did not make it: it waits for a second administrator. An error, so that
 * no page shows the record as changed.
 */
export class SentForApprovalNotice extends Error {
  /** Of which react-admin's notifications are made. */
  static readonly text = 'Sent for approval';
  /** The proposal; none where several were sent. */
  readonly proposalId: string | undefined;

  constructor(proposalId?: string) {
    super(SentForApprovalNotice.text);
    this.name = 'SentForApprovalNotice';
    this.proposalId = proposalId;
  }
}

/** Whether the signed-in person sent it, and does not decide on it. */
export const isOwn = ({ proposer }: WaitingProposal) => proposer._id === readSession()?.userId;

/** Who sent an act that waits already, and when. */
export function waitingText(proposal: WaitingProposal): string {
  const moment = formatMoment(proposal.createdAt);
  return isOwn(proposal)
    ? `You sent this for approval on ${moment}. It waits for another administrator.`
    : `Already waits for approval: ${nameOrEmail(proposal.proposer)} sent it on ${moment}.`;
}

/**
 * What a write of the console ends in when the same act waits already: nothing was sent, the reason neither. It is told as a
 * refusal is, so that each form stays as it is with what was typed.
 */
class AlreadyWaits extends ApiError {
  readonly proposal: WaitingProposal;

  constructor(proposal: WaitingProposal) {
    const message = `Nothing was sent. ${waitingText(proposal)}`;
    super(409, [{ error: message, message, code: 'conflict' }]);
    this.proposal = proposal;
  }
}

/** The proposal that waited already, where a write ended so. */
export function waitingOf(error: unknown): WaitingProposal | undefined {
  const refusal = apiErrorOf(error);
  return refusal instanceof AlreadyWaits ? refusal.proposal : undefined;
}

/** What a call answered that has sent an act for approval. Throws AlreadyWaits where the same one waited before. */
export function newlySent(answer: SentForApproval): SentForApproval {
  const { proposal, alreadyFrom } = answer;
  if (alreadyFrom) throw new AlreadyWaits({ ...proposal, proposer: alreadyFrom });
  return answer;
}

/** What a call answered for a write that it made. Throws SentForApprovalNotice for one that waits now, as newlySent else. */
export function madeOf<T>(answer: T): Exclude<T, SentForApproval> {
  if (isSentForApproval(answer)) throw new SentForApprovalNotice(newlySent(answer).proposal._id);
  return answer as Exclude<T, SentForApproval>;
}

/**
 * Says that a write waits for a second administrator, with the way to it, and answers true, when it ended so; for any other
 * error it answers false.
 */
export function useSentNotice(): (error: unknown) => boolean {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useCallback(
    (error) => {
      if (!(error instanceof SentForApprovalNotice)) return false;
      const { proposalId } = error;
      const path = proposalId === undefined ? proposalsPath : proposalPath(proposalId);
      toast({
        title: SentForApprovalNotice.text,
        description: 'Nothing has changed yet. It is done when another administrator approves it.',
        variant: 'success',
        onward: { label: 'See it', go: () => navigate(path) },
      });
      // Reviews say what waits.
      for (const queryKey of [['proposals'], ['review', 'item']]) queryClient.invalidateQueries({ queryKey });
      return true;
    },
    [navigate, queryClient],
  );
}
