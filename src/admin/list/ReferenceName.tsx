import Link from '@mui/material/Link';
import {
  type Identifier,
  useCreatePath,
  useGetRecordRepresentation,
  useReference,
  useResourceDefinition,
} from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';

/** What a record of another resource is called, which leads to its page; its id as long as that is not known. */
export function ReferenceName({ reference, id }: { reference: string; id: Identifier }) {
  const { referenceRecord } = useReference({ reference, id });
  const nameOf = useGetRecordRepresentation(reference);
  const createPath = useCreatePath();
  const { hasShow, hasEdit } = useResourceDefinition({ resource: reference });
  const name = referenceRecord ? nameOf(referenceRecord) : String(id);
  if (!hasShow && !hasEdit) return name;
  return (
    <Link
      component={RouterLink}
      to={createPath({ resource: reference, type: hasShow ? 'show' : 'edit', id })}
    >
      {name}
    </Link>
  );
}
