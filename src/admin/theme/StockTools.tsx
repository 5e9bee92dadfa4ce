import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { useGetResourceLabel, useListContext, useResourceDefinition, useTranslate } from 'ra-core';
import { CreateButton, ExportButton, ListActions, type ListActionsProps, TopToolbar } from 'react-admin';
import { PageTools } from '../layout/PageTools';
import { ListCount } from '../list/ListCount';
import { ListFailure } from '../list/ListStates';
import { ViewsButton } from '../list/ViewsButton';
import { TableColumnsButton } from './TableColumnsButton';

/** On a phone they stand below the title, where it begins. */
const atTitle = {
  '&&&': { ml: { xs: -1.5, sm: 'auto' }, justifyContent: { xs: 'flex-start', sm: 'flex-end' } },
};

/** Adds a record, by what one of them is called where that is known: as the page to which it leads. */
function AddButton() {
  const { resource } = useListContext();
  const { options } = useResourceDefinition();
  const translate = useTranslate();
  const name = useGetResourceLabel()(resource, 1);
  if (!options?.singular) return <CreateButton />;
  const title = translate('ra.page.create', { name });
  return <CreateButton label={translate(`resources.${resource}.page.create`, { _: title })} />;
}

/** react-admin's tools of a list, which have neither views nor columns, and the choice of filters among them. */
function Tools() {
  const { exporter, total } = useListContext();
  const { hasCreate } = useResourceDefinition();
  return (
    <TopToolbar sx={atTitle}>
      {hasCreate && <AddButton />}
      <ViewsButton />
      <TableColumnsButton />
      {exporter !== false && <ExportButton icon={<DownloadOutlined />} disabled={!total} />}
    </TopToolbar>
  );
}

/** That the rows shown are those of before, and why. Where there are none, it is told in their place. */
function StaleRows() {
  const { data, resource } = useListContext();
  const what = useGetResourceLabel()(resource, 2).toLowerCase();
  return data && <ListFailure what={what} />;
}

/**
 * What can be done with a list of react-admin's own parts, beside its title. A list whose filters are an element that draws
 * itself among the tools has react-admin's.
 */
export default function StockTools(props: ListActionsProps) {
  return (
    <>
      <PageTools>
        <ListCount />
        {props.filters ? <ListActions {...props} /> : <Tools />}
      </PageTools>
      <StaleRows />
    </>
  );
}
