import Typography from '@mui/material/Typography';
import { use } from 'react';
import { Title } from 'react-admin';
import { useDocumentTitle } from '../../shared/document-title';
import { LoadingScreen } from '../../shared/LoadingScreen';
import type { CustomPage } from '../console-props';
import { useConsoleText } from '../console-text';
import { NoAccessPage } from '../layout/NoAccessPage';
import { givesWay, PageToolsContext } from '../layout/PageTools';
import { useHasRole } from './use-has-role';

/** The heading where the frame has no place for it. */
function Heading({ title }: { title: string }) {
  useDocumentTitle(title);
  return (
    <Typography variant="h2" component="h1" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {title}
    </Typography>
  );
}

/** A page of an operator's own under its heading, for those whom it is for. */
export default function OwnPage({ title, roles, page: Page }: CustomPage) {
  const text = useConsoleText();
  const hasRole = useHasRole();
  const inFrame = use(PageToolsContext) !== null;
  const allowed = hasRole(roles);
  if (allowed === undefined) return <LoadingScreen />;
  if (!allowed) return <NoAccessPage />;
  return (
    <>
      {inFrame ? (
        <Title title={text(title)} className={givesWay} preferenceKey={false} />
      ) : (
        <Heading title={text(title)} />
      )}
      <Page />
    </>
  );
}
