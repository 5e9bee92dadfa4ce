import { useDelete } from 'ra-core';
import { toast } from '../../shared/toasts';
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
      throw error;
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
      It cannot be brought back. The audit log keeps what it held.
    </ReasonDialog>
  );
}
