import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import {
  defaultExporter,
  type Exporter,
  useFilterContext,
  useGetResourceLabel,
  useListContext,
  useResourceDefinition,
} from 'ra-core';
import { Children, type ComponentProps, cloneElement, isValidElement, type ReactNode } from 'react';
import {
  ColumnsButton,
  CreateButton,
  ExportButton,
  type ExportButtonProps,
  FilterButton,
  type FilterButtonProps,
  ListActions,
  type ListActionsProps,
  SelectColumnsButton,
  type SelectColumnsButtonProps,
  TopToolbar,
} from 'react-admin';
import { TitleTools } from '../layout/PageTools';
import { ListFailure } from '../list/ListStates';
import { useShownTable } from '../list/table-columns';
import { usePhone } from '../list/use-phone';
import { ViewsButton } from '../list/ViewsButton';
import { exportRecords } from './export-records';
import { TableColumnsButton } from './TableColumnsButton';

/** Which columns are shown: of a `DataTable`, or of what has its own choice of them, as a `DatagridConfigurable`. */
function ColumnsChoice(props: SelectColumnsButtonProps) {
  const { resource, isPending } = useListContext();
  const table = useShownTable(resource);
  const phone = usePhone();
  if (table || isPending) return <TableColumnsButton />;
  return <SelectColumnsButton {...(!phone && { startIcon: <ViewColumnOutlined /> })} {...props} />;
}

interface ToolsList {
  total: number | undefined;
  exporter: Exporter | false | undefined;
  /** Whether the filters stand in a row that has the others at its end. */
  hasRow: boolean;
  hasViews: boolean;
}

/** A tool of react-admin's as ours is: those that have no name in a theme are told here. */
function asOurs(tool: ReactNode, { total, exporter, hasRow, hasViews }: ToolsList): ReactNode {
  if (isValidElement<ExportButtonProps>(tool) && tool.type === ExportButton) {
    const { icon = <DownloadOutlined />, disabled = !total, exporter: own } = tool.props;
    // What is no `<List>` has react-admin's, which writes formulas.
    const isStock = !own && exporter === defaultExporter;
    return cloneElement(tool, { icon, disabled, ...(isStock && { exporter: exportRecords }) });
  }
  if (isValidElement<FilterButtonProps>(tool) && tool.type === FilterButton && !tool.props.filters) {
    if (!hasRow) return tool;
    return hasViews || tool.props.disableSaveQuery ? null : <ViewsButton />;
  }
  if (!isValidElement<SelectColumnsButtonProps>(tool)) return tool;
  if (tool.type === ColumnsButton) return <TableColumnsButton />;
  return tool.type === SelectColumnsButton ? <ColumnsChoice {...tool.props} /> : tool;
}

/** That the rows shown are those of before, and why. Where there are none, it is told in their place. */
function StaleRows() {
  const { data, resource } = useListContext();
  const what = useGetResourceLabel()(resource, 2).toLowerCase();
  return data && <ListFailure what={what} />;
}

/** The toolbar of a list, beside the title of its page. */
export function ListToolbar({ children, ...rest }: ComponentProps<'div'>) {
  const { total, exporter } = useListContext();
  const hasRow = useFilterContext() !== undefined;
  const tools = Children.toArray(children);
  const hasViews = tools.some((tool) => isValidElement(tool) && tool.type === ViewsButton);
  return (
    <>
      <TitleTools>
        <div {...rest}>
          {Children.map(tools, (tool) => asOurs(tool, { total, exporter, hasRow, hasViews }))}
        </div>
      </TitleTools>
      <StaleRows />
    </>
  );
}

/** react-admin's tools of a list, which have neither views nor columns, and the choice of filters among them. */
function Tools() {
  const { exporter } = useListContext();
  const { hasCreate } = useResourceDefinition();
  return (
    <TopToolbar>
      {hasCreate && <CreateButton />}
      <ViewsButton />
      <TableColumnsButton />
      {exporter !== false && <ExportButton />}
    </TopToolbar>
  );
}

/**
 * What can be done with a list of react-admin's own parts. A list whose filters are an element that draws itself among the
 * tools has react-admin's.
 */
export default function StockTools(props: ListActionsProps) {
  return props.filters ? <ListActions {...props} /> : <Tools />;
}
