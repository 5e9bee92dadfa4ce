import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Trouble } from './connection';

/** In place of something that does not come: why, and how it goes on. */
export function TroubleText({ trouble }: { trouble: Trouble }) {
  if (trouble === 'offline') {
    return <Typography>You are offline. This opens by itself when the connection is back.</Typography>;
  }
  return (
    <>
      <Typography sx={{ mb: 2 }}>
        This comes with a new version, which this page does not have yet.
      </Typography>
      <Button variant="contained" onClick={() => location.reload()}>
        Reload
      </Button>
    </>
  );
}
