import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { OptionalRecordContextProvider } from 'ra-core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { FormField } from '../../shared/FormField';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { refusalOf, showRefusal } from '../failure';
import { reasonLength } from '../reason';
import type { ResourceField, ResourceRecord } from './declaration';
import { FieldInput } from './FieldInput';
import { changesOf, type FormValues, filledIn, isOpen, notNumbers, reasonField } from './record-form';

interface Props {
  fields: readonly ResourceField[];
  form: UseFormReturn<FormValues>;
  /** What is changed; none when a record is made. */
  record?: ResourceRecord;
  /** Whether anything may be written. */
  open: boolean;
  /** Address of the list. */
  back: string;
  /** Sends it. Rejects when the host refuses. */
  onSave: (data: Record<string, unknown>, reason: string) => Promise<void>;
  /** What stands above the fields. */
  children?: ReactNode;
}

/** The fields in which something was entered, whatever stands there now. */
function useSwitched({ watch }: UseFormReturn<FormValues>): RefObject<Set<string>> {
  const switched = useRef(new Set<string>());
  useEffect(() => {
    const { unsubscribe } = watch((_, { name, type }) => {
      if (type === 'change' && name) switched.current.add(name);
    });
    return unsubscribe;
  }, [watch]);
  return switched;
}

/** The form of a declared resource. Nothing is written without a reason; the host's refusals stand at their fields. */
export function RecordForm({ fields, form, record, open, back, onSave, children }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const wait = useWait();
  const { control, handleSubmit, formState } = form;
  const values = useWatch({ control });
  const switched = useSwitched(form);
  const data = (filled: FormValues) =>
    record ? changesOf(fields, filled, record) : filledIn(fields, filled, switched.current);
  const changed = !record || Object.keys(data(values as FormValues)).length > 0;
  const reason = String(values[reasonField] ?? '').trim();

  const submit = handleSubmit(async (filled) => {
    setRefusal(null);
    const wrong = notNumbers(fields, filled);
    for (const name of wrong) form.setError(name, { message: 'write a number in digits, as in 1000.5' });
    if (wrong.length > 0) return;
    try {
      await onSave(data(filled), reason);
    } catch (error) {
      showRefusal(error, form, wait);
      setRefusal(refusalOf(error));
    }
  });

  return (
    // Inputs of react-admin look for the form and for the record.
    <FormProvider {...form}>
      <OptionalRecordContextProvider {...(record && { value: record })}>
        <Card component="form" noValidate onSubmit={submit} sx={{ p: { xs: 2, sm: 3 }, maxWidth: 720 }}>
          <Stack sx={{ gap: 2.5 }}>
            {children}
            {fields.map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                control={control}
                disabled={!open || !isOpen(field, record)}
              />
            ))}
            {open && (
              <FormField
                control={control}
                name={reasonField}
                label="Reason"
                autoComplete="off"
                helperText="Required. Kept in the audit log."
                slotProps={{ htmlInput: { maxLength: reasonLength, 'aria-required': true } }}
              />
            )}
            {refusal && <Alert severity="error">{refusal}</Alert>}
            <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
              <Button color="inherit" component={RouterLink} to={back}>
                {open ? 'Cancel' : 'Back'}
              </Button>
              {open && (
                <WaitButton
                  type="submit"
                  variant="contained"
                  wait={wait}
                  disabled={!changed || !reason}
                  loading={formState.isSubmitting}
                >
                  Save
                </WaitButton>
              )}
            </Box>
          </Stack>
        </Card>
      </OptionalRecordContextProvider>
    </FormProvider>
  );
}
