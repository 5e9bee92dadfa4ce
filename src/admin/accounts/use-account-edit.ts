import { zodResolver } from '@hookform/resolvers/zod';
import { useDataProvider, useRefresh, useUpdate } from 'ra-core';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { changedFields } from '../../../contract/changed-fields';
import { toasts } from '../../../contract/messages';
import { showFormErrors } from '../../shared/form-errors';
import { toast } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { conflictText, isStale } from '../failure';
import { keptText, readTyped, useKeepTyped } from '../kept-typed';
import { useSentNotice } from '../sent-for-approval';
import {
  type AccountEditValues,
  accountEditSchema,
  changesOf,
  type FilledAccountEdit,
  inputsOf,
  movedBetween,
} from './account-edit';
import type { AccountRecord } from './account-record';

const checked = zodResolver(accountEditSchema);

/** A save that was refused as of a former version. */
interface Conflict {
  seen: AccountRecord;
  /** Whose the change may be. */
  why: string;
}

/** What has become of an account since it was seen: its figures, and whether it was frozen or is so no longer. */
function changesSince({ seen, why }: Conflict, now: AccountRecord) {
  const froze = Boolean(seen.frozenAt) === Boolean(now.frozenAt) ? undefined : Boolean(now.frozenAt);
  return { figures: movedBetween(seen, now), froze, why };
}

/**
 * The edit of an account against the version that was read. Someone else's change in between keeps what was typed,
 * shows the current values, and lets it be saved against them. `onSaved` runs when the host has taken it, or
 * has sent it to a second administrator.
 */
export function useAccountEdit(account: AccountRecord, onSaved: () => void) {
  const dataProvider = useDataProvider();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate<AccountRecord, unknown>();
  const [current, setCurrent] = useState(account);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [refusal, setRefusal] = useState<unknown>();
  const wait = useWait();
  const tellSent = useSentNotice();
  const form = useForm<AccountEditValues, unknown, FilledAccountEdit>({
    // A figure that was not changed is not sent, and stops nothing: a host may have one that nobody could type. `names` are
    // typed as those of a form whose fields are all there; the resolver checks what it is given without them.
    resolver: ({ reason, ...figures }, context, { names: _, ...options }) =>
      checked({ ...changedFields(inputsOf(current), figures), reason }, context, options),
    mode: 'onTouched',
    defaultValues: inputsOf(account),
  });
  const name = `account:${account.id}`;
  const [kept] = useState(() => readTyped(name));
  const changes = changesOf(current, useWatch({ control: form.control }) as AccountEditValues);
  const { isValid, isSubmitting, dirtyFields } = form.formState;
  const saving = isPending || isSubmitting;
  const typed = Object.keys(dirtyFields).length > 0;
  useKeepTyped(name, () => (typed ? changedFields(inputsOf(current), form.getValues()) : undefined));
  const { setValue } = form;
  // As if it were typed now, on the figures as they are now.
  useEffect(() => {
    for (const field of accountEditSchema.keyof().options) {
      const text = keptText(kept, field);
      if (text) setValue(field, text, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    }
  }, [kept, setValue]);

  async function readAnew(error: unknown): Promise<void> {
    const { data: now } = await dataProvider.getOne<AccountRecord>('accounts', { id: account.id });
    const others = 'Someone else has changed this account meanwhile. Nothing was saved.';
    setConflict({ seen: current, why: conflictText(error, others) });
    setCurrent(now);
    form.reset(inputsOf(now), { keepDirtyValues: true, keepTouched: true });
    // The rows behind the dialog are as old as it was.
    refresh();
  }

  async function send({ reason, ...figures }: FilledAccountEdit): Promise<void> {
    setRefusal(undefined);
    setConflict(null);
    const data = Object.fromEntries(changesOf(current, figures).map(({ field, after }) => [field, after]));
    try {
      await update(
        'accounts',
        { id: account.id, data, previousData: current, meta: { reason } },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
      toast({ title: toasts.accountUpdatedTitle, description: toasts.accountUpdated, variant: 'success' });
      onSaved();
    } catch (error) {
      if (tellSent(error)) return onSaved();
      if (isStale(error)) return readAnew(error).catch(refuse);
      refuse(error);
    }
  }

  function refuse(error: unknown): void {
    showFormErrors(error, form, wait);
    setRefusal(error);
  }

  return {
    form,
    /** The account as it was last read. */
    current,
    /** What has changed meanwhile, and by whom; null when nothing has. */
    moved: conflict && changesSince(conflict, current),
    /** Whether closing the edit loses something. */
    typed,
    /** It begins with what was typed when the session ended. */
    isKept: kept !== undefined,
    /** What saving would change. */
    changes,
    canSave: isValid && changes.length > 0 && !saving,
    saving,
    /** Until when nothing can be saved. */
    wait,
    refusal,
    save: form.handleSubmit(send),
  };
}
