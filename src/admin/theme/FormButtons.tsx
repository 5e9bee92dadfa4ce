import Button from '@mui/material/Button';
import { useCreatePath, useResourceContext, useResourceDefinition, useTranslate } from 'ra-core';
import { DeleteButton, SaveButton } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';

/** Below a form of react-admin's that names no buttons of its own: what stands below the console's own forms. */
export default function FormButtons() {
  const resource = useResourceContext() ?? '';
  const { hasList } = useResourceDefinition();
  const createPath = useCreatePath();
  const translate = useTranslate();
  return (
    <>
      <DeleteButton />
      {hasList && resource && (
        <Button color="inherit" component={RouterLink} to={createPath({ resource, type: 'list' })}>
          {translate('ra.action.cancel')}
        </Button>
      )}
      <SaveButton />
    </>
  );
}
