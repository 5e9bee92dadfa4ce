// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { plans } from '../../../contract/plans';
import { renderDashboard } from '../testing/render-dashboard';
import { PlanCards } from './PlanCards';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the plans of the dashboard', () => {
  it.each([
    ['Starter', '5%', '$150 - $5,000', '24 - 78 hrs'],
    ['Premium', '15%', '$5000 - $29,000', '278 hrs'],
    ['Gold', '30%', '$29,000 - $50,000', '578 hrs'],
    ['Platinum', '60%', '$50,000 - $100,000', '778 hrs'],
  ])('%s: %s, %s, %s', (name, profit, range, duration) => {
    renderDashboard(<PlanCards />);
    const card = within(screen.getByRole('article', { name }));
    for (const text of [profit, range, duration]) expect(card.getByText(text)).toBeVisible();
  });

  it('are all there, and no percentage stands without saying that it is a target, and the risk', () => {
    renderDashboard(<PlanCards />);
    const section = within(screen.getByRole('region', { name: 'PLANS' }));
    expect(section.getByText(/You can lose some or all of the money/)).toBeVisible();
    const percentages = section.getAllByText(/\d%$/);
    expect(percentages).toHaveLength(plans.length);
    for (const percentage of percentages) {
      expect(percentage.parentElement).toHaveTextContent(
        /Target return, not guaranteed\s*Your capital is at risk$/,
      );
    }
  });
});
