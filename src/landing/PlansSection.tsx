import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import { plans } from '../../contract/plans';
import { PlanCard } from './PlanCard';

/** The four plans (specification, section 9) with what their percentages mean. */
export function PlansSection() {
  return (
    <Box
      component="section"
      id="plans"
      aria-labelledby="plans-heading"
      sx={{ bgcolor: 'background.paper', borderBlock: 1, borderColor: 'divider' }}
    >
      <Container maxWidth="lg" sx={{ py: { xs: 6, md: 10 } }}>
        <Typography variant="h2" id="plans-heading" sx={{ mb: 1.5 }}>
          Four plans
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 5, maxWidth: '62ch' }}>
          A plan sets the range you invest in and how long it runs. Its percentage is what the plan aims for,
          not what you are promised.
        </Typography>
        <Box
          sx={{
            display: 'grid',
            gap: 2.5,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
          }}
        >
          {plans.map((plan) => (
            <PlanCard key={plan.value} plan={plan} />
          ))}
        </Box>
      </Container>
    </Box>
  );
}
