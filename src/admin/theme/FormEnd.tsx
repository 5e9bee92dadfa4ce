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
import { useCallback, useRef, useState } from 'react';
import type { WriteMeta } from '../write-meta';
import { AsksBeforeLeft } from './AsksBeforeLeft';
import { FormReason } from './FormReason';

type Write = (
  resource: string,
  params: Pick<CreateParams | UpdateParams, 'data'> & { meta?: WriteMeta },
) => Promise<unknown>;

function End({ tabs }: { tabs: boolean }) {
  const { save, mutationMode = 'pessimistic' } = useSaveContext();
  const { options } = useResourceDefinition();
  const asksWhy = save !== undefined && options?.asksWhy !== false;
  const [typed, setTyped] = useState('');
  const write = useRef<'none' | 'under way' | 'taken'>('none');

  const send: Middleware<Write> = useCallback(
    async (resource, { meta, ...params }, next) => {
      const reason = typed.trim();
      write.current = 'under way';
      try {
        const answer = await next(resource, { ...params, meta: { ...meta, ...(reason && { reason }) } });
        write.current = 'taken';
        // It was the reason of this one; a page may stay for more.
        setTyped('');
        return answer;
      } catch (error) {
        write.current = 'none';
        throw error;
      }
    },
    [typed],
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
