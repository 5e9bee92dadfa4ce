import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { Plan } from '../../../contract/plans';

/** One plan. The risk line is as large as the words beside the percentage: neither hides the other. */
export function PlanCard({ plan }: { plan: Plan }) {
  return (
    <Card component="article" sx={{ p: 3, bgcolor: 'background.default', boxShadow: 'none' }}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {plan.name}
      </Typography>
      <Typography
        component="p"
        sx={{
          fontSize: '2.25rem',
          fontWeight: 560,
          lineHeight: 1.1,
          color: 'primary.main',
          letterSpacing: '-0.03em',
        }}
      >
        {plan.profit}%
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        Target return, not guaranteed
      </Typography>
      <Typography variant="body2" sx={{ mb: 2.5 }}>
        Your capital is at risk
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
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
