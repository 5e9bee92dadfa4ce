import Box from '@mui/material/Box';
import { AsksBeforeLeft } from './AsksBeforeLeft';
import { FormReason } from './FormReason';

/** What each form of the console has below its inputs. */
export default function FormEnd() {
  return (
    <Box sx={{ mt: 2.5, '&:empty': { display: 'none' } }}>
      <FormReason />
      <AsksBeforeLeft />
    </Box>
  );
}
