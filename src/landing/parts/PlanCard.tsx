import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { Plan } from '../../../contract/plans';
import { PlanClaim } from '../../shared/PlanClaim';

/** One plan. */
export function PlanCard({ plan }: { plan: Plan }) {
  return (
    <Card component="article" sx={{ p: 3, bgcolor: 'background.default', boxShadow: 'none' }}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {plan.name}
      </Typography>
      <PlanClaim profit={plan.profit} />
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 2.5,
          pt: 2,
          borderTop: 1,
          borderColor: 'divider',
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 2,
          rowGap: 0.75,
          fontSize: '0.875rem',
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums', fontWeight: 560 },
        }}
      >
        <dt>Range</dt>
        <dd>{plan.range}</dd>
        <dt>Duration</dt>
        <dd>{plan.duration}</dd>
      </Box>
    </Card>
  );
}
