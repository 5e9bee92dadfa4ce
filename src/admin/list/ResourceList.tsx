import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ListBase, type RaRecord, useListContext } from 'ra-core';
import { type ReactNode, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { limits } from '../../../contract/limits';
import type { ListSpec } from '../../../contract/list-query';
import { useDocumentTitle } from '../../shared/document-title';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useExtendedList } from '../extensions/list-additions';
import { toastFailure } from '../failure';
import { UnknownPage } from '../layout/UnknownPage';
import { totalText } from '../list-total';
import { type Column, shownColumns } from './columns';
import { FilterBar } from './FilterBar';
import type { Filter } from './filters';
import { ListPages } from './ListPages';
import { ListFailure, NoRows } from './ListStates';
import { OrderSelect } from './OrderSelect';
import type { Person } from './person';
import { useListPreferences } from './preferences';
import { ResourceCards } from './ResourceCards';
import { ResourceTable } from './ResourceTable';
import { useKeptSelection } from './use-kept-selection';

/** Fetched beside the rows: a list can be read without them. */
const ListTools = lazyPart(() => import('./ListTools'));
const toolsHeight = 36;

interface Props<R extends RaRecord> {
  /** Heading of the page and title of the document. */
  title: string;
  /** What the rows are called in a sentence; the title if not given. */
  what?: string;
  /** Said below the heading. */
  note?: ReactNode;
  columns: readonly Column<R>[];
  /** What the host sorts by at first. */
  spec: ListSpec;
  filters?: readonly Filter[];
  /** Filters that are shown when asked for. */
  moreFilters?: readonly Filter[];
  /** What the search is called; null where the list has none. */
  search?: string | null;
  /** The person a record is about, for the heading of its card. */
  personOf?: (record: R) => Person | null | undefined;
  /** What else can be done with the list, beside its heading. */
  actions?: ReactNode;
  /** What can be done with several rows at once, above them; rows can then be chosen. */
  bulk?: ReactNode;
}

function Content<R extends RaRecord>(props: Props<R>) {
  const { title, spec, filters = [], moreFilters = [], search, personOf, actions, bulk } = props;
  const { data, total, meta, isPending, isPlaceholderData, error, resource } = useListContext<R>();
  const [preferences, setPreferences] = useListPreferences(resource);
  const columns = shownColumns(props.columns, preferences.hidden);
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [field, order] = spec.defaultSort;
  // While another page, order or filter is fetched, react-admin still holds the rows of the one before.
  const loading = isPending || isPlaceholderData === true;
  const { what = title.toLowerCase(), note } = props;
  const empty = !loading && !error && data?.length === 0;
  const rows = loading || (data !== undefined && data.length > 0);
  useKeptSelection(loading);

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, mb: 2 }}>
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        {total !== undefined && !loading && (
          <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {totalText(total, meta)}
          </Typography>
        )}
        {actions}
        <Box sx={{ ml: { xs: -1.5, sm: 'auto' }, mr: -1.5, minHeight: toolsHeight, alignSelf: 'center' }}>
          <Suspense>
            <ListTools
              title={title}
              columns={props.columns}
              preferences={preferences}
              onChange={setPreferences}
            />
          </Suspense>
        </Box>
      </Box>
      {note !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: -1, mb: 2, maxWidth: '80ch' }}>
          {note}
        </Typography>
      )}
      <FilterBar search={search} filters={filters} moreFilters={moreFilters} order={{ field, order }}>
        {phone && <OrderSelect columns={columns} spec={spec} />}
      </FilterBar>
      <ListFailure what={what} />
      {loading && <Box role="status" aria-label={`Loading ${what}`} sx={{ position: 'absolute' }} />}
      {empty && <NoRows what={what} />}
      {rows && bulk}
      {rows && phone && (
        <ResourceCards
          label={title}
          columns={columns}
          personOf={personOf}
          loading={loading}
          selectable={Boolean(bulk)}
        />
      )}
      {rows && !phone && (
        <ResourceTable label={title} columns={columns} loading={loading} selectable={Boolean(bulk)} />
      )}
      {rows && <ListPages />}
    </>
  );
}

/**
 * A list of the console: heading, search and filters, the rows as a table or as cards, the pages. Reads the
 * resource it is mounted for, a page of 20 at a time (docs/rules.md, "Times and sizes").
 */
export function ResourceList<R extends RaRecord>(given: Props<R>) {
  const props = useExtendedList<R, Props<R>>(given);
  const [field, order] = props.spec.defaultSort;
  const { '*': beyond } = useParams();
  const { search } = useLocation();
  useDocumentTitle(props.title);
  // A list is at its own address alone; what else begins with it is no page, or a record that has none.
  if (beyond) return <UnknownPage />;
  const sized = new URLSearchParams(search);
  if (sized.has('perPage') && sized.get('perPage') !== String(limits.pageSize)) {
    // Pages are of one size; the page of another size would be another one.
    for (const name of ['perPage', 'page']) sized.delete(name);
    return <Navigate to={{ search: sized.toString() }} replace />;
  }
  return (
    <ListBase
      perPage={limits.pageSize}
      sort={{ field, order }}
      exporter={false}
      // The address alone says what is shown. What react-admin would remember beside it comes back over a step Back.
      storeKey={false}
      queryOptions={{ onError: toastFailure }}
    >
      <Content {...props} />
    </ListBase>
  );
}
