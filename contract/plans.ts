interface PlanEntry {
  /** On the wire. */
  value: string;
  name: string;
  /** Target return in percent; a target, never a promise. */
  profit: number;
  /** Dollars. The range is a hint, not a rule. */
  min: number;
  max: number;
  /** The range and duration as the cards show them. */
  range: string;
  duration: string;
}

/** A further plan is one entry here and a migration, which `npm run db:generate` writes. */
const entries = [
  {
    value: 'basic',
    name: 'Starter',
    profit: 5,
    min: 150,
    max: 5_000,
    range: '$150 - $5,000',
    duration: '24 - 78 hrs',
  },
  {
    value: 'premium',
    name: 'Premium',
    profit: 15,
    min: 5_000,
    max: 29_000,
    range: '$5000 - $29,000',
    duration: '278 hrs',
  },
  {
    value: 'gold',
    name: 'Gold',
    profit: 30,
    min: 29_000,
    max: 50_000,
    range: '$29,000 - $50,000',
    duration: '578 hrs',
  },
  {
    value: 'diamond',
    name: 'Platinum',
    profit: 60,
    min: 50_000,
    max: 100_000,
    range: '$50,000 - $100,000',
    duration: '778 hrs',
  },
] as const satisfies readonly PlanEntry[];

export interface Plan extends PlanEntry {
  value: (typeof entries)[number]['value'];
}

export const plans: readonly Plan[] = entries;

/** The card name of a wire value; an unknown value is shown as it came. */
export function planName(value: string): string {
  return plans.find((plan) => plan.value === value)?.name ?? value;
}
