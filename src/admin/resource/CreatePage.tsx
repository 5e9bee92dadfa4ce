import Typography from '@mui/material/Typography';
import { useRedirect } from 'ra-core';
import { Create } from 'react-admin';
import { toast } from '../../shared/toasts';
import { useSentNotice } from '../sent-for-approval';
import { type Declaration, isWritten } from './declaration';
import { RecordForm } from './RecordForm';

/** The page on which a record of a declared resource is made. */
export default function CreatePage({ declaration }: { declaration: Declaration }) {
  const { name, label, singular } = declaration;
  const redirect = useRedirect();
  const tellSent = useSentNotice();

  function onSuccess(): void {
    toast({ title: label, description: `${singular} saved`, variant: 'success' });
    redirect('list', name);
  }

  function onRefused(error: unknown): boolean {
    if (!tellSent(error)) return false;
    redirect('list', name);
    return true;
  }

  return (
    <Create title={`Add ${singular.toLowerCase()}`} mutationOptions={{ onSuccess }}>
      <RecordForm
        declaration={declaration}
        fields={declaration.fields.filter(isWritten)}
        open
        onRefused={onRefused}
      >
        <Typography variant="body2" color="textSecondary">
          What is left as it is gets the value that the server has for it.
        </Typography>
      </RecordForm>
    </Create>
  );
}
