import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import { lazyPart } from '../../shared/loading/lazy-part';
import { PanelButton } from './PanelButton';

/** Fetched when somebody opens it. */
const ViewsPanel = lazyPart(() => import('./ViewsPanel'));

/** The saved views of a list. */
export function ViewsButton() {
  return (
    <PanelButton label="Views" icon={<BookmarkBorderOutlined />}>
      {(close) => <ViewsPanel onDone={close} />}
    </PanelButton>
  );
}
