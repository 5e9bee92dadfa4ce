import Box from '@mui/material/Box';

/** An address in a row: where it is cut for want of room, it is whole while its link has the focus, or pointed at. */
export function Email({ text }: { text: string }) {
  return (
    <Box
      component="span"
      title={text}
      sx={{ 'a:focus-visible &': { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
    >
      {text}
    </Box>
  );
}
