import Link from '@mui/material/Link';
import type { RaRecord } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import type { Column } from './columns';

interface Props<R extends RaRecord> {
  column: Column<R>;
  record: R;
}

/** What a column shows of a record, as a link where it leads somewhere. */
export function LinkedCell<R extends RaRecord>({ column, record }: Props<R>) {
  const address = column.linkTo?.(record);
  const content = column.render(record);
  if (!address) return content;
  return (
    <Link component={RouterLink} to={address}>
      {content}
    </Link>
  );
}
