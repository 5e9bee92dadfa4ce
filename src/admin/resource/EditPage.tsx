import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useRecordContext } from 'ra-core';
import { useState } from 'react';
import { Edit } from 'react-admin';
import { Navigate, useParams } from 'react-router-dom';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { toast } from '../../shared/toasts';
import { useConsoleText } from '../console-text';
import { Panels } from '../extensions/Panels';
import { toldInPlace } from '../failure';
import { PageTools } from '../layout/PageTools';
import { useMay } from '../may';
import { useSentNotice } from '../sent-for-approval';
import { ToldConflict } from '../writes/told-conflict';
import { type Declaration, isChangeable, type ResourceRecord } from './declaration';
import { titleOf } from './field-text';
import { RecordActions, RecordQuestions } from './RecordActions';
import { RecordForm } from './RecordForm';
import { useGoBack, useWayBack } from './way-back';

const DeleteDialog = lazyPart(() => import('./DeleteDialog'));

interface Props {
  declaration: Declaration;
}

function RecordTitle({ declaration }: Props) {
  const record = useRecordContext<ResourceRecord>();
  const singular = useConsoleText()(declaration.singular);
  return record ? `${singular}: ${titleOf(declaration, record)}` : singular;
}

interface AroundProps extends Props {
  /** Somebody wants it deleted, and is to be asked about it. */
  deleting: boolean;
  onKeep: () => void;
  onGone: () => void;
}

/** What can be done to the record beside its title, what an operator shows of it beneath the form, the question before it goes. */
function Around({ declaration, deleting, onKeep, onGone }: AroundProps) {
  const { name } = declaration;
  const record = useRecordContext<ResourceRecord>();
  if (!record) return null;
  return (
    <>
      <PageTools>
        <Box sx={{ alignSelf: 'center', ml: { xs: -1.75, sm: 0 } }}>
          <RecordQuestions declaration={declaration}>
            <RecordActions declaration={declaration} record={record} />
          </RecordQuestions>
        </Box>
      </PageTools>
      <Panels resource={name} record={record} />
      <DialogPart code={DeleteDialog} onGiveUp={onKeep}>
        {deleting && (
          <DeleteDialog declaration={declaration} record={record} onDone={onGone} onCancel={onKeep} />
        )}
      </DialogPart>
    </>
  );
}

interface FormProps extends Props {
  mayEdit: boolean;
  /** Undefined where it is not to be deleted. */
  onDelete: (() => void) | undefined;
}

function EditForm({ declaration, mayEdit, onDelete }: FormProps) {
  const goBack = useGoBack(declaration.name);
  const tellSent = useSentNotice();

  function onRefused(error: unknown): boolean {
    if (!tellSent(error)) return error instanceof ToldConflict;
    goBack();
    return true;
  }

  return (
    <RecordForm
      declaration={declaration}
      fields={declaration.fields}
      open={mayEdit && isChangeable(declaration)}
      onRefused={onRefused}
      onDelete={onDelete}
    />
  );
}

/** Where the fields will be, as long as the record is read. */
function FormSkeleton({ declaration }: Props) {
  return (
    <Stack role="status" aria-label="Loading" sx={{ gap: 2.5, p: { xs: 2, sm: 3 } }}>
      {declaration.fields.map(({ name }) => (
        <Skeleton key={name} variant="rounded" height={40} />
      ))}
    </Stack>
  );
}

/** The page of one record of a declared resource: its form, for those who may change it, else what it holds. */
export default function EditPage(props: Props) {
  // Of another record it is another page: what is still under way belongs to the one that was left.
  return <RecordPage key={useParams().id} {...props} />;
}

function RecordPage({ declaration }: Props) {
  const { name, label, singular, deletable = true } = declaration;
  const mayEdit = useMay('edit', name);
  const mayDelete = useMay('delete', name);
  const [deleting, setDeleting] = useState(false);
  const goBack = useGoBack(name);
  const back = useWayBack(name);
  const [gone, setGone] = useState(false);
  if (mayEdit === undefined) return <LoadingScreen />;
  // The form goes first: what was entered in it is not asked about.
  if (gone) return <Navigate to={back} />;

  function onSuccess(): void {
    toast({ title: label, description: `${singular} saved`, variant: 'success' });
    goBack();
  }

  return (
    <Edit
      // Those who may only read see the same page; the app's guard has let in no one else.
      disableAuthentication
      title={<RecordTitle declaration={declaration} />}
      // What a form begins with must be what is there now, not what a list has remembered.
      queryOptions={{ refetchOnMount: 'always', gcTime: 0, ...toldInPlace }}
      mutationOptions={{ onSuccess }}
      aside={
        <Around
          declaration={declaration}
          deleting={deleting}
          onKeep={() => setDeleting(false)}
          onGone={() => setGone(true)}
        />
      }
      render={({ record }) =>
        record ? (
          <EditForm
            declaration={declaration}
            mayEdit={mayEdit}
            onDelete={deletable && mayDelete ? () => setDeleting(true) : undefined}
          />
        ) : (
          <FormSkeleton declaration={declaration} />
        )
      }
    />
  );
}
