import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import { useListContext, useStore, useTranslate, useTranslateLabel } from 'ra-core';
import { lazyPart } from '../../shared/loading/lazy-part';
import type { PanelPlace } from '../list/Panel';
import { PanelButton } from '../list/PanelButton';
import { type ShownTable, useShownTable } from '../list/table-columns';

/** Fetched when somebody opens it. */
const ColumnsPanel = lazyPart(() => import('../list/ColumnsPanel'));

function Columns({ place, table }: { place: PanelPlace; table: ShownTable }) {
  const { storeKey, hiddenAtFirst, columns } = table;
  const { resource } = useListContext();
  const [hidden, setHidden] = useStore<string[]>(storeKey, [...hiddenAtFirst]);
  const translateLabel = useTranslateLabel();
  return (
    <ColumnsPanel
      place={place}
      columns={columns.map(({ key, ...column }) => ({
        key,
        label: String(translateLabel({ ...column, resource })),
      }))}
      hidden={hidden}
      onChange={setHidden}
    />
  );
}

/** Which columns of the table of a list of react-admin's own parts are shown; nothing where it has no table. */
export function TableColumnsButton() {
  const { resource, isPending } = useListContext();
  const table = useShownTable(resource);
  const translate = useTranslate();
  if (!isPending && !table) return null;
  return (
    <PanelButton
      label={translate('ra.action.select_columns')}
      icon={<ViewColumnOutlined />}
      disabled={!table?.columns.length}
    >
      {(place) => table && <Columns place={place} table={table} />}
    </PanelButton>
  );
}
