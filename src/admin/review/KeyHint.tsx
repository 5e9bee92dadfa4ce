import Box from '@mui/material/Box';

/** Which key does the same; phones have none. */
export function KeyHint({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, ml: 0.5 }}>
      ({children})
    </Box>
  );
}
