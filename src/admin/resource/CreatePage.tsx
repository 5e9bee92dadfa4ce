import Typography from '@mui/material/Typography';
import { Create } from 'react-admin';
import { toast } from '../../shared/toasts';
import { useSentNotice } from '../sent-for-approval';
import { type Declaration, isWritten } from './declaration';
import { RecordForm } from './RecordForm';
import { useGoBack } from './way-back';

/** The page on which a record of a declared resource is made. */
export default function CreatePage({ declaration }: { declaration: Declaration }) {
  const { name, label, singular } = declaration;
  const goBack = useGoBack(name);
  const tellSent = useSentNotice();

  function onSuccess(): void {
    toast({ title: label, description: `${singular} saved`, variant: 'success' });
    goBack();
  }

  function onRefused(error: unknown): boolean {
    if (!tellSent(error)) return false;
    goBack();
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
          What is left empty gets the server's default, where there is one.
        </Typography>
      </RecordForm>
    </Create>
  );
}
