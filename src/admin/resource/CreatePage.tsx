import Typography from '@mui/material/Typography';
import { useCreate, useCreatePath } from 'ra-core';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { toast } from '../../shared/toasts';
import { NoAccessPage } from '../layout/NoAccessPage';
import { useMay } from '../may';
import { useSentNotice } from '../sent-for-approval';
import type { Declaration } from './declaration';
import { RecordForm } from './RecordForm';
import { valuesOf } from './record-form';

/** The page on which a record of a declared resource is made. */
export default function CreatePage({ declaration }: { declaration: Declaration }) {
  const { name, label, singular } = declaration;
  const navigate = useNavigate();
  const back = useCreatePath()({ resource: name, type: 'list' });
  const mayCreate = useMay('create', name);
  const fields = declaration.fields.filter(({ kind, readOnly }) => kind !== 'dollars' && !readOnly);
  const form = useForm({ defaultValues: valuesOf(fields) });
  const [create] = useCreate();
  const tellSent = useSentNotice();
  useDocumentTitle(`Add ${singular.toLowerCase()}`);
  if (mayCreate === undefined) return <LoadingScreen />;
  if (!mayCreate) return <NoAccessPage />;

  async function save(data: Record<string, unknown>, reason: string): Promise<void> {
    try {
      await create(name, { data, meta: { reason } }, { returnPromise: true });
    } catch (error) {
      if (tellSent(error)) return navigate(back);
      throw error;
    }
    toast({ title: label, description: `${singular} saved`, variant: 'success' });
    navigate(back);
  }

  return (
    <>
      <Typography variant="h2" component="h1" sx={{ mb: 2 }}>
        Add {singular.toLowerCase()}
      </Typography>
      <RecordForm fields={fields} form={form} open back={back} onSave={save}>
        <Typography variant="body2" color="textSecondary">
          What is left as it is gets the value that the server has for it.
        </Typography>
      </RecordForm>
    </>
  );
}
