import Alert from '@mui/material/Alert';
import { useCreatePath, useEditContext, useRecordContext, useRedirect } from 'ra-core';
import { useState } from 'react';
import { Edit } from 'react-admin';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { toast } from '../../shared/toasts';
import { useConsoleText } from '../console-text';
import { Panels } from '../extensions/Panels';
import { isStale } from '../failure';
import { PageFailure } from '../layout/PageFailure';
import { PageTools } from '../layout/PageTools';
import { useMay } from '../may';
import { useSentNotice } from '../sent-for-approval';
import { DeleteRecord } from './DeleteRecord';
import type { Declaration, ResourceRecord } from './declaration';
import { titleOf } from './field-text';
import { RecordActions } from './RecordActions';
import { RecordForm } from './RecordForm';

interface Props {
  declaration: Declaration;
}

function RecordTitle({ declaration }: Props) {
  const record = useRecordContext<ResourceRecord>();
  const singular = useConsoleText()(declaration.singular);
  return record ? `${singular}: ${titleOf(declaration, record)}` : singular;
}

/** Why the record could not be read, in its place. */
function EditFailure({ declaration }: Props) {
  return <PageFailure what={declaration.singular.toLowerCase()} query={useEditContext()} />;
}

/** What can be done to the record beside its title, and beneath the form what an operator shows of it, and deleting it. */
function Around({ declaration }: Props) {
  const { name, deletable = true } = declaration;
  const record = useRecordContext<ResourceRecord>();
  const mayDelete = useMay('delete', name);
  const back = useCreatePath()({ resource: name, type: 'list' });
  if (!record) return null;
  return (
    <>
      <PageTools>
        <RecordActions declaration={declaration} record={record} />
      </PageTools>
      <Panels resource={name} record={record} />
      {deletable && mayDelete && <DeleteRecord declaration={declaration} record={record} back={back} />}
    </>
  );
}

function EditForm({ declaration, mayEdit }: Props & { mayEdit: boolean }) {
  const { refetch } = useEditContext();
  const redirect = useRedirect();
  const tellSent = useSentNotice();
  const [moved, setMoved] = useState(false);

  function onRefused(error: unknown): boolean {
    setMoved(false);
    if (tellSent(error)) {
      redirect('list', declaration.name);
      return true;
    }
    if (!isStale(error)) return false;
    // Someone else was first: the form takes over what is there now, beside what was typed.
    void refetch().then(() => setMoved(true));
    return true;
  }

  return (
    <RecordForm declaration={declaration} fields={declaration.fields} open={mayEdit} onRefused={onRefused}>
      {moved && (
        <Alert severity="warning">
          Someone else has changed this meanwhile. Nothing was saved. What you typed is kept; everything else
          shows the current values.
        </Alert>
      )}
    </RecordForm>
  );
}

/** The page of one record of a declared resource: its form, for those who may change it, else what it holds. */
export default function EditPage({ declaration }: Props) {
  const { name, label, singular } = declaration;
  const mayEdit = useMay('edit', name);
  const redirect = useRedirect();
  if (mayEdit === undefined) return <LoadingScreen />;

  function onSuccess(): void {
    toast({ title: label, description: `${singular} saved`, variant: 'success' });
    redirect('list', name);
  }

  return (
    <Edit
      // Those who may only read see the same page; the app's guard has let in no one else.
      disableAuthentication
      title={<RecordTitle declaration={declaration} />}
      // What a form begins with must be what is there now, not what a list has remembered.
      queryOptions={{ refetchOnMount: 'always', gcTime: 0 }}
      mutationOptions={{ onSuccess }}
      error={<EditFailure declaration={declaration} />}
      aside={<Around declaration={declaration} />}
      emptyWhileLoading
    >
      <EditForm declaration={declaration} mayEdit={mayEdit} />
    </Edit>
  );
}
