import Box from '@mui/material/Box';
import {
  type CreateParams,
  type Middleware,
  type UpdateParams,
  useRecordContext,
  useRegisterMutationMiddleware,
  useResourceContext,
  useResourceDefinition,
  useSaveContext,
  useSplatPathBase,
} from 'ra-core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { isObject } from '../../shared/token';
import { KeptNotice } from '../KeptNotice';
import { keptText, readTyped, type Typed, useKeepTyped } from '../kept-typed';
import { seenReason } from '../reason';
import type { WriteMeta } from '../write-meta';
import { AsksBeforeLeft } from './AsksBeforeLeft';
import { FormReason } from './FormReason';
import { keepable, withTyped } from './typed-values';

type Write = (
  resource: string,
  params: Pick<CreateParams | UpdateParams, 'data'> & { meta?: WriteMeta },
) => Promise<unknown>;

/** Of the forms of a page, by what takes their writes, the one that was sent last, as long as it is there. */
const sentLast = new WeakMap<object, object>();

/** What is asked for of a form: its type leaves this out. */
const submissions: object = { isSubmitting: true };

/** Whether what the page writes now is another of its forms: what these have to say about a write is asked of all of them. */
export function useIsOfAnother(): () => boolean {
  const { registerMutationMiddleware: page } = useSaveContext();
  const { control: form, subscribe } = useFormContext();
  useEffect(() => {
    if (!page) return undefined;
    // Not when it is rendered: who sends a form by code writes before that.
    const unsubscribe = subscribe({
      formState: { ...submissions },
      callback: ({ isSubmitting }) => {
        if (isSubmitting) sentLast.set(page, form);
      },
    });
    return () => {
      unsubscribe();
      if (sentLast.get(page) === form) sentLast.delete(page);
    };
  }, [page, form, subscribe]);
  return useCallback(() => {
    const sent = page && sentLast.get(page);
    return sent !== undefined && sent !== form;
  }, [page, form]);
}

/** Tells a form from others: by its address and its record. */
function useFormName(): string {
  const place = useSplatPathBase();
  const resource = useResourceContext() ?? '';
  return `form:${place}:${resource}:${useRecordContext()?.id ?? ''}`;
}

/** Keeps what is entered for when the session ends by itself, and puts into the form what was kept of it so. */
function useKeptEntries(name: string, kept: Typed | undefined, reason: string, isSaved: () => boolean): void {
  const { getValues, reset } = useFormContext();
  const { dirtyFields } = useFormState();
  useKeepTyped(name, () => {
    if (isSaved()) return undefined;
    const entries = keepable(getValues(), dirtyFields);
    return entries || seenReason(reason) ? { ...entries, reason } : undefined;
  });
  useEffect(() => {
    const { held, dirty } = kept ?? {};
    if (!isObject(held) || !isObject(dirty)) return;
    // react-admin's form begins with its record in an effect that comes after this one.
    queueMicrotask(() => reset(withTyped(getValues(), held, dirty), { keepDefaultValues: true }));
  }, [kept, getValues, reset]);
}

function End({ tabs }: { tabs: boolean }) {
  const { save, mutationMode = 'pessimistic' } = useSaveContext();
  const isOfAnother = useIsOfAnother();
  const { options } = useResourceDefinition();
  const asksWhy = save !== undefined && options?.asksWhy !== false;
  const name = useFormName();
  const [kept] = useState(() => readTyped(name));
  /** What was kept stands in the form, and is not saved yet. */
  const [isKept, setKept] = useState(kept !== undefined);
  const [typed, setTyped] = useState(keptText(kept, 'reason'));
  const write = useRef<'none' | 'under way' | 'taken'>('none');
  // What was taken a moment ago, before the page leads on, is not typed any more.
  useKeptEntries(name, kept, typed, () => write.current === 'taken');

  const send: Middleware<Write> = useCallback(
    async (resource, params, next) => {
      if (isOfAnother()) return next(resource, params);
      const { meta, ...rest } = params;
      const reason = typed.trim();
      write.current = 'under way';
      try {
        const answer = await next(resource, { ...rest, meta: { ...meta, ...(reason && { reason }) } });
        write.current = 'taken';
        // It was the reason of this one; a page may stay for more.
        setTyped('');
        setKept(false);
        return answer;
      } catch (error) {
        write.current = 'none';
        throw error;
      }
    },
    [typed, isOfAnother],
  );
  useRegisterMutationMiddleware(send);

  const onEntered = useCallback(() => {
    if (write.current === 'taken') write.current = 'none';
  }, []);

  /** A page leads on when the host has taken what it saves; one that does not wait for that, at once. */
  function leadsOn(isSubmitting: boolean): boolean {
    if (write.current === 'under way') return mutationMode !== 'pessimistic';
    return isSubmitting || write.current === 'taken';
  }

  return (
    <Box sx={{ mt: 2.5, '&:empty': { display: 'none' } }}>
      {isKept && <KeptNotice sx={{ mb: 2.5 }} />}
      {asksWhy && <FormReason reason={typed} onChange={setTyped} />}
      <AsksBeforeLeft
        besides={asksWhy && seenReason(typed) !== ''}
        tabs={tabs}
        leadsOn={leadsOn}
        onEntered={onEntered}
      />
    </Box>
  );
}

/** What each form of the console has below its inputs. Nobody is asked why where the resource says so, and where no record is written. */
export default function FormEnd(props: { tabs: boolean }) {
  // On the way to another record the form stays.
  return <End key={useRecordContext()?.id} {...props} />;
}
