import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { useDelete } from 'ra-core';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyPart } from '../../shared/loading/lazy-part';
import { toast } from '../../shared/toasts';
import { useSentNotice } from '../sent-for-approval';
import type { Declaration, ResourceRecord } from './declaration';

const ReasonDialog = lazyPart(() => import('../ReasonDialog'));

interface Props {
  declaration: Declaration;
  record: ResourceRecord;
  /** Address of the list. */
  back: string;
}

/** Deletes a record, after a question and for a reason. */
export function DeleteRecord({ declaration: { name, label, singular }, record, back }: Props) {
  const [asking, setAsking] = useState(false);
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
    <>
      <Button color="error" startIcon={<DeleteOutlined />} onClick={() => setAsking(true)} sx={{ mt: 2 }}>
        Delete {singular.toLowerCase()}
      </Button>
      {asking && (
        <Suspense>
          <ReasonDialog
            title={`Delete this ${singular.toLowerCase()}?`}
            confirm="Delete"
            onConfirm={confirm}
            onCancel={() => setAsking(false)}
          >
            It cannot be brought back. The audit log keeps what it held.
          </ReasonDialog>
        </Suspense>
      )}
    </>
  );
}
