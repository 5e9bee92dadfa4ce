import { useListContext, useResourceDefinition } from 'ra-core';
import { CreateButton, ExportButton, ListActions, type ListActionsProps, TopToolbar } from 'react-admin';
import { PageTools } from '../layout/PageTools';
import { ListCount } from '../list/ListCount';
import { ViewsButton } from '../list/ViewsButton';
import { TableColumnsButton } from './TableColumnsButton';

/** On a phone they stand below the title, where it begins. */
const atTitle = { '&&&': { ml: { xs: -1.5, sm: 'auto' } } };

/** react-admin's tools of a list, which have neither views nor columns, and the choice of filters among them. */
function Tools() {
  const { exporter, total } = useListContext();
  const { hasCreate } = useResourceDefinition();
  return (
    <TopToolbar sx={atTitle}>
      {hasCreate && <CreateButton />}
      <ViewsButton />
      <TableColumnsButton />
      {exporter !== false && <ExportButton disabled={total === 0} />}
    </TopToolbar>
  );
}

/**
 * What can be done with a list of react-admin's own parts, beside its title. A list whose filters are an element that draws
 * itself among the tools has react-admin's.
 */
export default function StockTools(props: ListActionsProps) {
  return (
    <PageTools>
      <ListCount />
      {props.filters ? <ListActions {...props} /> : <Tools />}
    </PageTools>
  );
}
