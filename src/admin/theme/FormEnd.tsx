import Box from '@mui/material/Box';
import {
  type CreateParams,
  type Middleware,
  type UpdateParams,
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

/** What each form of the console has below its inputs. Nobody is asked why where the resource says so, and where no record is written. */
export default function FormEnd({ tabs }: { tabs: boolean }) {
  const { save } = useSaveContext();
  const { options } = useResourceDefinition();
  const asksWhy = save !== undefined && options?.asksWhy !== false;
  const [typed, setTyped] = useState('');
  const sent = useRef(false);

  const send: Middleware<Write> = useCallback(
    async (resource, { meta, ...params }, next) => {
      const reason = typed.trim();
      sent.current = true;
      try {
        return await next(resource, { ...params, meta: { ...meta, ...(reason && { reason }) } });
      } catch (error) {
        sent.current = false;
        throw error;
      }
    },
    [typed],
  );
  useRegisterMutationMiddleware(send);

  return (
    <Box sx={{ mt: 2.5, '&:empty': { display: 'none' } }}>
      {asksWhy && <FormReason reason={typed} onChange={setTyped} />}
      <AsksBeforeLeft tabs={tabs} isSent={() => sent.current} />
    </Box>
  );
}
