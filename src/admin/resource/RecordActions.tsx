import Button from '@mui/material/Button';
import { useUpdate } from 'ra-core';
import { useState } from 'react';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { toast } from '../../shared/toasts';
import { useConsoleText } from '../console-text';
import { useMay } from '../may';
import { useSentNotice } from '../sent-for-approval';
import type { Declaration, RecordAction, ResourceRecord } from './declaration';
import { titleOf } from './field-text';

const ReasonDialog = lazyPart(() => import('../ReasonDialog'));

interface Props {
  declaration: Declaration;
  record: ResourceRecord;
}

/** What can be done to a record at a button, for those who may change it; each is asked about, and done for a reason. */
export function RecordActions({ declaration, record }: Props) {
  const { name, label, singular, actions = [] } = declaration;
  const [asked, setAsked] = useState<RecordAction | null>(null);
  const [update] = useUpdate();
  const tellSent = useSentNotice();
  const text = useConsoleText();
  const title = titleOf(declaration, record);
  if (!useMay('edit', name)) return null;

  async function confirm({ change }: RecordAction, reason: string): Promise<void> {
    try {
      await update(
        name,
        { id: record.id, data: change, previousData: record, meta: { reason } },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
      toast({ title: text(label), description: `${singular} saved`, variant: 'success' });
    } catch (error) {
      if (!tellSent(error)) throw error;
    }
    setAsked(null);
  }

  return (
    <>
      {actions
        .filter(({ when }) => when?.(record) ?? true)
        .map((action) => (
          <Button
            key={action.label}
            size="small"
            aria-label={`${text(action.label)} ${title}`}
            onClick={() => setAsked(action)}
          >
            {text(action.label)}
          </Button>
        ))}
      <DialogPart code={ReasonDialog} onGiveUp={() => setAsked(null)}>
        {asked && (
          <ReasonDialog
            title={`${text(asked.label)} this ${singular.toLowerCase()}?`}
            confirm={text(asked.label)}
            onConfirm={(reason) => confirm(asked, reason)}
            onCancel={() => setAsked(null)}
          >
            {title}
          </ReasonDialog>
        )}
      </DialogPart>
    </>
  );
}
