import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCreatePath, useDataProvider, useGetOne, useUpdate } from 'ra-core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router-dom';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { toast } from '../../shared/toasts';
import { useConsoleText } from '../console-text';
import { Panels } from '../extensions/Panels';
import { isStale } from '../failure';
import { PageFailure } from '../layout/PageFailure';
import { useMay } from '../may';
import { useSentNotice } from '../sent-for-approval';
import { DeleteRecord } from './DeleteRecord';
import type { Declaration, ResourceRecord } from './declaration';
import { titleOf } from './field-text';
import { RecordActions } from './RecordActions';
import { RecordForm } from './RecordForm';
import { valuesOf } from './record-form';

interface EditorProps {
  declaration: Declaration;
  record: ResourceRecord;
  mayEdit: boolean;
}

function Editor({ declaration, record, mayEdit }: EditorProps) {
  const { name, label, singular, fields, deletable = true } = declaration;
  const dataProvider = useDataProvider();
  const navigate = useNavigate();
  const back = useCreatePath()({ resource: name, type: 'list' });
  const mayDelete = useMay('delete', name);
  const [update] = useUpdate();
  const tellSent = useSentNotice();
  const text = useConsoleText();
  const [current, setCurrent] = useState(record);
  const [moved, setMoved] = useState(false);
  const form = useForm({ defaultValues: valuesOf(fields, record) });

  /** Someone else was first: what was typed stays, everything else becomes what it is now. */
  async function readAnew(): Promise<void> {
    const { data: now } = await dataProvider.getOne<ResourceRecord>(name, { id: record.id });
    setCurrent(now);
    setMoved(true);
    form.reset(valuesOf(fields, now), { keepDirtyValues: true, keepTouched: true });
  }

  async function save(data: Record<string, unknown>, reason: string): Promise<void> {
    setMoved(false);
    const previousData = current;
    try {
      await update(
        name,
        { id: record.id, data, previousData, meta: { reason } },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
    } catch (error) {
      if (tellSent(error)) return navigate(back);
      if (isStale(error)) return readAnew();
      throw error;
    }
    toast({ title: label, description: `${singular} saved`, variant: 'success' });
    navigate(back);
  }

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mb: 2 }}>
        <Typography variant="h2" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {text(singular)}: {titleOf(declaration, current)}
        </Typography>
        <RecordActions declaration={declaration} record={current} />
      </Box>
      <RecordForm fields={fields} form={form} record={current} open={mayEdit} back={back} onSave={save}>
        {moved && (
          <Alert severity="warning">
            Someone else has changed this meanwhile. Nothing was saved. What you typed is kept; everything
            else shows the current values.
          </Alert>
        )}
      </RecordForm>
      <Panels resource={name} record={current} />
      {deletable && mayDelete && <DeleteRecord declaration={declaration} record={current} back={back} />}
    </>
  );
}

/** The page of one record of a declared resource: its form, for those who may change it, else what it holds. */
export default function EditPage({ declaration }: { declaration: Declaration }) {
  const { id = '' } = useParams();
  const mayEdit = useMay('edit', declaration.name);
  useDocumentTitle(declaration.singular);
  // What a form begins with must be what is there now, not what a list has remembered.
  const query = useGetOne<ResourceRecord>(declaration.name, { id }, { refetchOnMount: 'always', gcTime: 0 });
  if (query.error) return <PageFailure what={declaration.singular.toLowerCase()} query={query} />;
  if (!query.data || !query.isFetchedAfterMount || mayEdit === undefined) return <LoadingScreen />;
  return <Editor key={id} declaration={declaration} record={query.data} mayEdit={mayEdit} />;
}
