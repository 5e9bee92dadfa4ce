import {
  useCreatePath,
  useEditContext,
  useGetResourceLabel,
  useResourceContext,
  useResourceDefinition,
  useShowContext,
} from 'ra-core';
import { PageFailure } from '../layout/PageFailure';

/** What the record is called, and the list it would be in, if there is one. */
function useNames() {
  const resource = useResourceContext() ?? '';
  const labelOf = useGetResourceLabel();
  const { hasList } = useResourceDefinition();
  const path = useCreatePath()({ resource, type: 'list' });
  const what = labelOf(resource, 1).toLowerCase();
  return hasList ? { what, list: { label: labelOf(resource, 2).toLowerCase(), path } } : { what };
}

function EditFailure() {
  return <PageFailure {...useNames()} query={useEditContext()} />;
}

function ShowFailure() {
  return <PageFailure {...useNames()} query={useShowContext()} />;
}

/** Why a record could not be read, in its place. */
export default function RecordFailure({ page }: { page: 'edit' | 'show' }) {
  return page === 'edit' ? <EditFailure /> : <ShowFailure />;
}
