import Box from '@mui/material/Box';
import { plans } from '../../../contract/plans';
import type { SiteMode } from '../../../contract/site';
import { planReturns } from '../content';
import { OriginLabel } from '../parts/OriginLabel';
import { PlanCard } from '../parts/PlanCard';
import { Section } from '../parts/Section';
import { planCount } from '../plan-count';
import { isShown } from '../provenance';

/** The plans (docs/rules.md, "Plans") with what their percentages mean. */
export function Plans({ mode }: { mode: SiteMode }) {
  if (!isShown(planReturns, mode)) return null;
  return (
    <Section
      id="plans"
      title={planCount}
      tone="white"
      lead="A plan sets the range you invest in and how long it runs. Its percentage is what the plan aims for, not what you are promised."
      aside={<OriginLabel provenance={planReturns} />}
    >
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
    </Section>
  );
}
