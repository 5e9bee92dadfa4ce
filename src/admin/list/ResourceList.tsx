import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ListBase, type RaRecord, useListContext } from 'ra-core';
import { Pagination } from 'react-admin';
import { limits } from '../../../contract/limits';
import type { ListSpec } from '../../../contract/list-query';
import { useDocumentTitle } from '../../shared/document-title';
import { toastFailure } from '../failure';
import type { Column } from './columns';
import { FilterBar } from './FilterBar';
import type { FilterChoice } from './filter-inputs';
import { ListFailure, NoRows } from './ListStates';
import { OrderSelect } from './OrderSelect';
import type { Person } from './person';
import { ResourceCards } from './ResourceCards';
import { ResourceTable } from './ResourceTable';

interface Props<R extends RaRecord> {
  /** Heading of the page and title of the document. */
  title: string;
  columns: readonly Column<R>[];
  /** What the host sorts by at first. */
  spec: ListSpec;
  filters?: readonly FilterChoice[];
  /** The person a record is about, for the heading of its card. */
  personOf: (record: R) => Person | null | undefined;
}

function Content<R extends RaRecord>({ title, columns, spec, filters = [], personOf }: Props<R>) {
  const { data, total, isPending, isPlaceholderData, error } = useListContext<R>();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [field, order] = spec.defaultSort;
  // While another page, order or filter is fetched, react-admin still holds the rows of the one before.
  const loading = isPending || isPlaceholderData === true;
  const what = title.toLowerCase();
  const empty = !loading && !error && data?.length === 0;
  const rows = loading || (data !== undefined && data.length > 0);

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, mb: 2 }}>
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        {total !== undefined && !loading && (
          <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {total.toLocaleString('en-US')}
          </Typography>
        )}
      </Box>
      <FilterBar filters={filters} order={{ field, order }}>
        {phone && <OrderSelect columns={columns} spec={spec} />}
      </FilterBar>
      <ListFailure what={what} />
      {loading && <Box role="status" aria-label={`Loading ${what}`} sx={{ position: 'absolute' }} />}
      {empty && <NoRows what={what} />}
      {rows && phone && (
        <ResourceCards label={title} columns={columns} personOf={personOf} loading={loading} />
      )}
      {rows && !phone && <ResourceTable label={title} columns={columns} loading={loading} />}
      {rows && <Pagination rowsPerPageOptions={[]} sx={{ display: 'flex', justifyContent: 'flex-end' }} />}
    </>
  );
}

/**
 * A list of the console: heading, search and filters, the rows as a table or as cards, the pages. Reads the
 * resource it is mounted for, a page of 20 at a time (specification, section 9).
 */
export function ResourceList<R extends RaRecord>(props: Props<R>) {
  const [field, order] = props.spec.defaultSort;
  useDocumentTitle(props.title);
  return (
    <ListBase
      perPage={limits.pageSize}
      sort={{ field, order }}
      exporter={false}
      queryOptions={{ onError: toastFailure }}
    >
      <Content {...props} />
    </ListBase>
  );
}
