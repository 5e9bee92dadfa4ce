import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useConsoleText } from '../console-text';
import { PanelButton } from './PanelButton';

/** Fetched when somebody opens it. */
const ViewsPanel = lazyPart(() => import('./ViewsPanel'));

/** The saved views of a list. */
export function ViewsButton() {
  const text = useConsoleText();
  return (
    <PanelButton label={text('Views')} icon={<BookmarkBorderOutlined />}>
      {(place) => <ViewsPanel place={place} />}
    </PanelButton>
  );
}
