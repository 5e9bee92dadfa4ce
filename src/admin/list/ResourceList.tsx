import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type RaRecord, type SortPayload, useListContext, useResourceContext } from 'ra-core';
import { memo, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import { List } from 'react-admin';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { limits } from '../../../contract/limits';
import type { ListSpec } from '../../../contract/list-query';
import { BehindShell } from '../../shared/loading/shell';
import { takeFocus } from '../../shared/take-focus';
import { toastErrors } from '../../shared/toasts';
import { useExtendedList } from '../extensions/list-additions';
import { PageTools } from '../layout/PageTools';
import { UnknownPage } from '../layout/UnknownPage';
import type { Column } from './columns';
import { FilterButtons } from './FilterButtons';
import { filterElements } from './filter-elements';
import { type Filter, filterNames } from './filters';
import { filterField } from './focus';
import { shownColumns, useHiddenColumns } from './hidden-columns';
import { CardsLoader, ListFailure, NoRows } from './ListStates';
import { ListTools } from './ListTools';
import { OrderSelect } from './OrderSelect';
import type { Person } from './person';
import { ResourceCards } from './ResourceCards';
import { ResourceTable } from './ResourceTable';
import { useIsLoading } from './use-is-loading';
import { useKeptSelection } from './use-kept-selection';
import { usePhone } from './use-phone';

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
  /** What can be done with several rows at once, for the keys behind them; rows can then be chosen. */
  bulk?: ReactNode;
  /** Whether a row can be chosen; all if not given. */
  isRowSelectable?: (record: R) => boolean;
}

/** On a phone the text of a button without an edge begins where lines begin. */
const actionsSx = {
  display: 'flex',
  alignSelf: 'center',
  '& > .MuiButton-text': { ml: { xs: -1.5, sm: 0 } },
} as const;

function Tools<R extends RaRecord>({
  title,
  columns,
  actions,
}: Pick<Props<R>, 'title' | 'columns' | 'actions'>) {
  return (
    <PageTools>
      {actions && <Box sx={actionsSx}>{actions}</Box>}
      <Box sx={{ ml: { xs: -1.5, sm: 'auto' }, mr: -1.5, minHeight: toolsHeight, alignSelf: 'center' }}>
        <ListTools title={title} columns={columns} />
      </Box>
    </PageTools>
  );
}

function Rows<R extends RaRecord>({
  title,
  what = title.toLowerCase(),
  personOf,
  bulk,
  isRowSelectable,
  ...props
}: Props<R>) {
  const { data, error, resource } = useListContext<R>();
  const loading = useIsLoading();
  const [hidden] = useHiddenColumns(resource);
  const columns = shownColumns(props.columns, hidden);
  const phone = usePhone();
  useKeptSelection(loading);
  const selectable = Boolean(bulk);
  const given = { label: title, columns, loading, selectable, ...(isRowSelectable && { isRowSelectable }) };
  const none = !loading && !data?.length;
  // What `bulk` has opened stays open when the last row goes. Keys come to it behind the rows, and where it is seen above them, before
  // them in browsers that know how.
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', readingFlow: 'flex-visual' }}>
      {!none && <ListFailure what={what} />}
      {loading && <Box role="status" aria-label={`Loading ${what}`} sx={{ position: 'absolute' }} />}
      {none ? (
        <Card>{error ? <ListFailure what={what} /> : <NoRows what={what} />}</Card>
      ) : phone ? (
        <ResourceCards {...given} {...(personOf && { personOf })} />
      ) : (
        <Card>
          <ResourceTable {...given} />
        </Card>
      )}
      {bulk}
    </Box>
  );
}

/** The filter in the address of a list; react-admin's own is known below the list only. */
function filterOf(search: string): object {
  try {
    const filter: unknown = JSON.parse(new URLSearchParams(search).get('filter') ?? '{}');
    return typeof filter === 'object' && filter !== null ? filter : {};
  } catch {
    return {};
  }
}

/** The search and the filters of the list; those beyond the first are there when asked for, or when one of them is set. */
function useFilters<R extends RaRecord>(props: Props<R>, order: SortPayload) {
  const { filters = [], moreFilters = [], search, columns, spec } = props;
  const phone = usePhone();
  const [asked, setAsked] = useState(false);
  const set = filterOf(useLocation().search);
  const names = moreFilters.flatMap(filterNames);
  const more = asked || names.some((name) => name in set);
  const [first = ''] = names;
  // The button that was pressed for them has gone.
  useEffect(() => {
    if (asked) takeFocus(filterField(first));
  }, [asked, first]);
  const onMore = moreFilters.length > 0 && !more ? () => startTransition(() => setAsked(true)) : undefined;
  return [
    ...filterElements(search, more ? [...filters, ...moreFilters] : filters, spec),
    ...(phone ? [<OrderSelect key="order" source="order" alwaysOn columns={columns} spec={spec} />] : []),
    <FilterButtons key="buttons" source="buttons" alwaysOn onMore={onMore} order={order} />,
  ];
}

function WholeList<R extends RaRecord>(given: Props<R>) {
  const props = useExtendedList<R, Props<R>>(given);
  const { title, note, columns, spec, actions } = props;
  const [field, by] = spec.defaultSort;
  const order = { field, order: by };
  const resource = useResourceContext();
  const filters = useFilters(props, order);
  return (
    <>
      {note !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: -1, mb: 2, maxWidth: '80ch' }}>
          {note}
        </Typography>
      )}
      <Suspense
        fallback={
          <>
            <BehindShell />
            <CardsLoader />
          </>
        }
      >
        <List
          key={resource}
          title={title}
          sort={order}
          filters={filters}
          actions={<Tools title={title} columns={columns} actions={actions} />}
          component="div"
          exporter={false}
          // The address alone says what is shown. What react-admin would remember beside it comes back over a step Back.
          storeKey={false}
          queryOptions={{ onError: toastErrors }}
        >
          <Rows {...props} />
        </List>
      </Suspense>
    </>
  );
}

/** Rendered anew when something becomes of it, and not for all that react-admin's routes hear of while the console opens. */
const KeptList = memo(WholeList) as typeof WholeList;

/**
 * A list of the console of react-admin's parts, from one description of its columns: search and filters, the rows as a
 * table or as cards, the pages. Reads the resource it is mounted for, a page of 20 at a time (docs/rules.md, "Times and
 * sizes").
 */
export function ResourceList<R extends RaRecord>(props: Props<R>) {
  const { '*': beyond } = useParams();
  const { search } = useLocation();
  // A list is at its own address alone; what else begins with it is no page, or a record that has none.
  if (beyond) return <UnknownPage />;
  const sized = new URLSearchParams(search);
  if (sized.has('perPage') && sized.get('perPage') !== String(limits.pageSize)) {
    // Pages are of one size; the page of another size would be another one.
    for (const name of ['perPage', 'page']) sized.delete(name);
    return <Navigate to={{ search: sized.toString() }} replace />;
  }
  return <KeptList {...props} />;
}
