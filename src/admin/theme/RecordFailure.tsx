import { useEditContext, useGetResourceLabel, useResourceContext, useShowContext } from 'ra-core';
import { PageFailure } from '../layout/PageFailure';

function useWhat(): string {
  return useGetResourceLabel()(useResourceContext() ?? '', 1).toLowerCase();
}

function EditFailure() {
  return <PageFailure what={useWhat()} query={useEditContext()} />;
}

function ShowFailure() {
  return <PageFailure what={useWhat()} query={useShowContext()} />;
}

/** Why a record could not be read, in its place. */
export default function RecordFailure({ page }: { page: 'edit' | 'show' }) {
  return page === 'edit' ? <EditFailure /> : <ShowFailure />;
}
