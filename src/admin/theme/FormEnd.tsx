import Box from '@mui/material/Box';
import {
  type CreateParams,
  type Middleware,
  type UpdateParams,
  useRecordContext,
  useRegisterMutationMiddleware,
  useResourceDefinition,
  useSaveContext,
} from 'ra-core';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { WriteMeta } from '../write-meta';
import { AsksBeforeLeft } from './AsksBeforeLeft';
import { FormReason } from './FormReason';

type Write = (
  resource: string,
  params: Pick<CreateParams | UpdateParams, 'data'> & { meta?: WriteMeta },
) => Promise<unknown>;

/** Of the forms of a page, by what takes their writes, the one that was sent last. */
const sentLast = new WeakMap<object, object>();

/** Whether what the page writes now is another of its forms: what these have to say about a write is asked of all of them. */
function useIsOfAnother(): () => boolean {
  const { registerMutationMiddleware: page } = useSaveContext();
  const { isSubmitting } = useFormState();
  const form = useRef({});
  useLayoutEffect(() => {
    if (page && isSubmitting) sentLast.set(page, form.current);
  }, [page, isSubmitting]);
  return useCallback(() => {
    const sent = page && sentLast.get(page);
    return sent !== undefined && sent !== form.current;
  }, [page]);
}

function End({ tabs }: { tabs: boolean }) {
  const { save, mutationMode = 'pessimistic' } = useSaveContext();
  const isOfAnother = useIsOfAnother();
  const { options } = useResourceDefinition();
  const asksWhy = save !== undefined && options?.asksWhy !== false;
  const [typed, setTyped] = useState('');
  const write = useRef<'none' | 'under way' | 'taken'>('none');

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
      {asksWhy && <FormReason reason={typed} onChange={setTyped} />}
      <AsksBeforeLeft tabs={tabs} leadsOn={leadsOn} onEntered={onEntered} />
    </Box>
  );
}

/** What each form of the console has below its inputs. Nobody is asked why where the resource says so, and where no record is written. */
export default function FormEnd(props: { tabs: boolean }) {
  // On the way to another record the form stays.
  return <End key={useRecordContext()?.id} {...props} />;
}
