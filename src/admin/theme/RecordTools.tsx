import { EditActions, ShowActions } from 'react-admin';

/** What can be done with a record besides: the way to its other page. */
export default function RecordTools({ page }: { page: 'edit' | 'show' }) {
  return page === 'edit' ? <EditActions /> : <ShowActions />;
}
