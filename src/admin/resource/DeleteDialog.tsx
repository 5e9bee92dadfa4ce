import Alert from '@mui/material/Alert';
import { useDelete, useRefresh } from 'ra-core';
import { useState } from 'react';
import { toast } from '../../shared/toasts';
import { conflictText, isMissing, isStale } from '../failure';
import ReasonDialog from '../ReasonDialog';
import { useSentNotice } from '../sent-for-approval';
import type { Declaration, ResourceRecord } from './declaration';

interface Props {
  declaration: Declaration;
  record: ResourceRecord;
  /** It is gone, or somebody else decides whether it goes. */
  onDone: () => void;
  onCancel: () => void;
}

/** Deletes a record, after a question and for a reason. */
export default function DeleteDialog({
  declaration: { name, label, singular },
  record,
  onDone,
  onCancel,
}: Props) {
  const [remove] = useDelete();
  const refresh = useRefresh();
  /** The record has changed since it was asked first: by whom. */
  const [moved, setMoved] = useState<string>();
  const tellSent = useSentNotice();

  async function confirm(reason: string): Promise<void> {
    try {
      await remove(
        name,
        { id: record.id, previousData: record, meta: { reason } },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
    } catch (error) {
      if (tellSent(error)) return onDone();
      if (isStale(error)) {
        // The form beneath the question shows what it is now.
        refresh();
        return setMoved(conflictText(error, 'Someone else has changed this meanwhile. Nothing was sent.'));
      }
      if (!isMissing(error)) throw error;
      toast({
        title: label,
        description: conflictText(error, 'Someone else has deleted this meanwhile. Nothing was sent.'),
        variant: 'warning',
      });
      return onDone();
    }
    toast({ title: label, description: `${singular} deleted`, variant: 'success' });
    onDone();
  }

  return (
    <ReasonDialog
      name={`delete:${name}:${record.id}`}
      title={`Delete this ${singular.toLowerCase()}?`}
      confirm="Delete"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {moved && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {moved} The page behind this question shows what it is now.
        </Alert>
      )}
      It cannot be brought back. The audit log keeps what it held.
    </ReasonDialog>
  );
}
