import { useDelete } from 'ra-core';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../shared/toasts';
import ReasonDialog from '../ReasonDialog';
import { useSentNotice } from '../sent-for-approval';
import type { Declaration, ResourceRecord } from './declaration';

interface Props {
  declaration: Declaration;
  record: ResourceRecord;
  /** Address of the list. */
  back: string;
  onCancel: () => void;
}

/** Deletes a record, after a question and for a reason. */
export default function DeleteDialog({
  declaration: { name, label, singular },
  record,
  back,
  onCancel,
}: Props) {
  const [remove] = useDelete();
  const navigate = useNavigate();
  const tellSent = useSentNotice();

  async function confirm(reason: string): Promise<void> {
    try {
      await remove(
        name,
        { id: record.id, previousData: record, meta: { reason } },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
    } catch (error) {
      if (tellSent(error)) return navigate(back);
      throw error;
    }
    toast({ title: label, description: `${singular} deleted`, variant: 'success' });
    navigate(back);
  }

  return (
    <ReasonDialog
      title={`Delete this ${singular.toLowerCase()}?`}
      confirm="Delete"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      It cannot be brought back. The audit log keeps what it held.
    </ReasonDialog>
  );
}
