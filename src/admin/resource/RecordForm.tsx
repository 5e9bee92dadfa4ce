import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { SaveContextProvider, type SaveHandlerCallbacks, useRecordContext, useSaveContext } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { SimpleForm, Toolbar } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { showFormErrors } from '../../shared/form-errors';
import { toastErrors } from '../../shared/toasts';
import { useIsHere } from '../../shared/use-is-here';
import { useWait, type Wait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { useConsoleText } from '../console-text';
import { conflictText, isMissing, refusalOf } from '../failure';
import type { Declaration, ResourceField, ResourceRecord } from './declaration';
import { FieldInput } from './FieldInput';
import { beginningOf, dataOf, type FormValues, isOpen, notNumbers } from './record-form';
import { useWayBack } from './way-back';

/** What becomes of a refusal that is no fault of what was entered; answers whether it was one. */
type OnRefused = (error: unknown) => boolean;

interface Props {
  declaration: Declaration;
  fields: readonly ResourceField[];
  /** Whether anything may be written. */
  open: boolean;
  onRefused: OnRefused;
  /** Asks whether the record is to go; left out where it is not. */
  onDelete?: (() => void) | undefined;
  /** What stands above the fields. */
  children?: ReactNode;
}

/** Of a form that saves nothing. */
const closed = {};
// When the record becomes another one, what was entered stays, and everything else becomes what it is now.
const resetOptions = { keepDirtyValues: true, keepTouched: true };

/** Shows why the host refused: at the fields that it named, the first of which gets the focus, and in a line of its own. */
function Refusal({ error, wait, fields }: { error: unknown; wait: Wait; fields: readonly ResourceField[] }) {
  const form = useFormContext();
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each refusal.
  useEffect(() => {
    if (error === undefined) return;
    // What nobody has touched has no value yet.
    showFormErrors(
      error,
      form,
      wait,
      fields.map(({ name }) => name),
    );
  }, [error]);
  const say = useConsoleText();
  if (error === undefined) return null;
  const text = isMissing(error)
    ? say(conflictText(error, 'Someone else has deleted this meanwhile. Nothing was saved.'))
    : refusalOf(error);
  return text && <Alert severity="error">{text}</Alert>;
}

interface ButtonsProps extends Pick<Props, 'declaration' | 'fields' | 'open' | 'onDelete'> {
  wait: Wait;
}

/** The way back, and for those who may write the buttons that do it: ours, as one counts a wait that the host asked for. */
function FormButtons({ declaration, fields, open, wait, onDelete }: ButtonsProps) {
  const record = useRecordContext<ResourceRecord>();
  const back = useWayBack(declaration.name);
  const text = useConsoleText();
  const { isSubmitting } = useFormState();
  const values = useWatch<FormValues>();
  const changed = !record || Object.keys(dataOf(fields, values, record)).length > 0;
  return (
    <Toolbar>
      {onDelete && (
        <Button
          color="error"
          startIcon={<DeleteOutlined />}
          aria-label={text(`Delete ${declaration.singular.toLowerCase()}`)}
          onClick={onDelete}
          sx={{ mr: 'auto' }}
        >
          {text('Delete')}
        </Button>
      )}
      <Button color="inherit" component={RouterLink} to={back}>
        {text(open ? 'Cancel' : 'Back')}
      </Button>
      {open && (
        <WaitButton type="submit" variant="contained" wait={wait} disabled={!changed} loading={isSubmitting}>
          {text('Save')}
        </WaitButton>
      )}
    </Toolbar>
  );
}

/** The form of a declared resource. Nothing is written without a reason; the host's refusals stand at their fields. */
export function RecordForm({ declaration, fields, open, onRefused, onDelete, children }: Props) {
  const record = useRecordContext<ResourceRecord>();
  const { save } = useSaveContext();
  const wait = useWait();
  const isHere = useIsHere();
  const [refusal, setRefusal] = useState<unknown>();
  const [beginning] = useState(() => (record ? {} : beginningOf(fields)));

  async function submit(values: FormValues) {
    setRefusal(undefined);
    const wrong = notNumbers(fields, values, record);
    if (Object.keys(wrong).length > 0) return wrong;
    const onError: SaveHandlerCallbacks['onError'] = (error) => {
      if (onRefused(error)) return;
      if (isHere.current) setRefusal(error);
      else toastErrors(error);
    };
    await save?.(dataOf(fields, values, record), { onError });
    return undefined;
  }

  const form = (
    <SimpleForm
      noValidate
      onSubmit={submit}
      defaultValues={beginning}
      resetOptions={resetOptions}
      disableInvalidFormNotification
      toolbar={
        <FormButtons declaration={declaration} fields={fields} open={open} wait={wait} onDelete={onDelete} />
      }
    >
      {children}
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} disabled={!open || !isOpen(field, record)} />
      ))}
      <Refusal error={refusal} wait={wait} fields={fields} />
    </SimpleForm>
  );
  // A form that saves nothing asks for no reason.
  return open ? form : <SaveContextProvider value={closed}>{form}</SaveContextProvider>;
}
