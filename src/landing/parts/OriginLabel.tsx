import Box from '@mui/material/Box';
import { originOf, type Provenance } from '../provenance';

/** Says where the figures or texts beside it come from. It has the colours of the text around it. */
export function OriginLabel({ provenance }: { provenance: Provenance }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        px: 1.25,
        py: 0.375,
        border: '1px solid currentColor',
        borderRadius: 1,
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: 1.5,
      }}
    >
      {originOf(provenance)}
    </Box>
  );
}
