import Box from '@mui/material/Box';
import { EditActions, ShowActions } from 'react-admin';
import { PageTools } from '../layout/PageTools';

/** What can be done with a record besides, behind the title of a page of react-admin's: the way to its other page. */
export default function RecordTools({ page }: { page: 'edit' | 'show' }) {
  return (
    <PageTools>
      <Box sx={{ alignSelf: 'center', ml: { xs: -1.5, sm: 0 } }}>
        {page === 'edit' ? <EditActions /> : <ShowActions />}
      </Box>
    </PageTools>
  );
}
