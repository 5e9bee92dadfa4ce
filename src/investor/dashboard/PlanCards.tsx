import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { type Plan, plans } from '../../../contract/plans';
import { PlanClaim } from '../../shared/PlanClaim';
import { useOpenDeposit } from '../dashboard-modal';
import { SectionHeading } from './SectionHeading';

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Box>
      <Typography component="dt" variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums', fontWeight: 560 }}>
        {value}
      </Typography>
    </Box>
  );
}

function PlanCard({ plan, onChoose }: { plan: Plan; onChoose: () => void }) {
  return (
    <Card component="article" aria-label={plan.name} sx={{ display: 'flex' }}>
      <CardContent sx={{ flex: 1, display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography component="h3" variant="h5">
          {plan.name}
        </Typography>
        <PlanClaim profit={plan.profit} />
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'flex',
            flexDirection: { xs: 'row', lg: 'column' },
            flexWrap: 'wrap',
            rowGap: 1,
            columnGap: 3,
          }}
        >
          <Fact label="Range" value={plan.range} />
          <Fact label="Duration" value={plan.duration} />
        </Box>
        <Button variant="outlined" onClick={onChoose} sx={{ mt: 'auto' }}>
          Choose {plan.name}
        </Button>
      </CardContent>
    </Card>
  );
}

/** The plans; choosing one opens the deposit modal with it. */
export function PlanCards() {
  const openDeposit = useOpenDeposit();
  return (
    <section aria-labelledby="plans">
      <SectionHeading
        id="plans"
        lead="Percentages are targets. You can lose some or all of the money you invest."
      >
        PLANS
      </SectionHeading>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: '1fr',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(4, minmax(0, 1fr))',
          },
        }}
      >
        {plans.map((plan) => (
          <PlanCard key={plan.value} plan={plan} onChoose={() => openDeposit(plan.value)} />
        ))}
      </Box>
    </section>
  );
}
