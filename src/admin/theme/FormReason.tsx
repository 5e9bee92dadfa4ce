import {
  type Middleware,
  type RaRecord,
  type UpdateParams,
  useRegisterMutationMiddleware,
  useResourceDefinition,
  useSaveContext,
} from 'ra-core';
import { useCallback } from 'react';
import { TextInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useConsoleText } from '../console-text';
import { reasonField, reasonHelp, reasonLength } from '../reason';
import type { WriteMeta } from '../write-meta';

const slots = { htmlInput: { maxLength: reasonLength, 'aria-required': true } };

function reasonOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

const isGiven = (value: unknown) => (reasonOf(value) ? undefined : 'ra.validation.required');

type Write = (
  resource: string,
  params: Pick<UpdateParams<RaRecord>, 'data'> & { meta?: WriteMeta },
) => unknown;

function Field() {
  const { getValues } = useFormContext();
  const text = useConsoleText();
  const withReason: Middleware<Write> = useCallback(
    (resource, { data, meta, ...params }, next) => {
      const { [reasonField]: _typed, ...record } = data;
      // Asked of the form: what a page makes of its values may be without it.
      const reason = reasonOf(getValues(reasonField));
      return next(resource, { ...params, data: record, meta: { ...(reason && { reason }), ...meta } });
    },
    [getValues],
  );
  useRegisterMutationMiddleware(withReason);
  return (
    <TextInput
      source={reasonField}
      label={text('Reason')}
      autoComplete="off"
      validate={isGiven}
      helperText={text(reasonHelp)}
      slotProps={slots}
    />
  );
}

/**
 * Why a record is added or changed, below the inputs of a form that does; kept in the audit log. Nothing where the resource says that
 * nobody is asked, and in a form that writes no record.
 */
export function FormReason() {
  const { save } = useSaveContext();
  const { options } = useResourceDefinition();
  return save && options?.asksWhy !== false && <Field />;
}
