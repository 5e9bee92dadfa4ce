import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SentForApproval } from '../../contract/proposals';
import { isSentForApproval } from '../../contract/sent-for-approval';
import { toast } from '../shared/toasts';
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

/** What a call answered for a write that it made. Throws SentForApprovalNotice for one that waits. */
export function madeOf<T>(answer: T): Exclude<T, SentForApproval> {
  if (isSentForApproval(answer)) throw new SentForApprovalNotice(answer.proposal._id);
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
      queryClient.invalidateQueries({ queryKey: ['proposals'] });
      return true;
    },
    [navigate, queryClient],
  );
}
