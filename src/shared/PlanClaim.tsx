import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Plan } from '../../contract/plans';

/** What a plan aims at and that it may fail, in letters of one size (docs/rules.md, "Plans"). */
export function PlanClaim({ profit }: Pick<Plan, 'profit'>) {
  return (
    <Typography component="div" variant="h3" sx={{ fontSize: '1.375rem', lineHeight: 1.25 }}>
      <Box component="p" sx={{ m: 0, color: 'primary.main', fontWeight: 680 }}>
        {profit}%
      </Box>
      <Box component="p" sx={{ m: 0 }}>
        Target return, not guaranteed
      </Box>
      <Box component="p" sx={{ m: 0, mt: 0.75 }}>
        Your capital is at risk
      </Box>
    </Typography>
  );
}
