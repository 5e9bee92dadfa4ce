import Box from '@mui/material/Box';
import { foldedAt } from '../list/FoldedText';

/** Letters that a row has room for; a reason may have hundreds. */
const atOnce = 120;

/** Why something was done. One of many letters can be unfolded, by keys and fingers too. */
export function Reason({ text }: { text: string | null }) {
  const sx = { minWidth: { sm: 96 }, whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
  if (!text || text.length <= atOnce) return <Box sx={sx}>{text ?? '-'}</Box>;
  return (
    <Box
      component="details"
      sx={{
        ...sx,
        textAlign: 'left',
        // Whoever unfolds it reads all of it.
        '&[open]': { minWidth: { sm: 280 } },
        '& > summary': { listStylePosition: 'outside', ml: 2 },
      }}
    >
      <Box component="summary" sx={{ cursor: 'pointer' }}>
        <Box
          component="span"
          sx={{ 'details:not([open]) &': { ...foldedAt(4), display: '-webkit-box', overflow: 'hidden' } }}
        >
          {text}
        </Box>
      </Box>
    </Box>
  );
}
