import type { ComponentProps, ComponentType } from 'react';

/**
 * The parts of the front page that come to life in the browser; everything else is rendered at build time and stays as
 * it is. Their code is fetched when they come near the view.
 */
export const islands = {
  HeroRotator: () => import('./islands/HeroRotator'),
  CountUp: () => import('./islands/CountUp'),
  ReviewCarousel: () => import('./islands/ReviewCarousel'),
  MarketWidget: () => import('../shared/widgets/MarketWidget'),
  TranslateWidget: () => import('./islands/TranslateWidget'),
};

type Islands = typeof islands;
export type IslandName = keyof Islands;
export type IslandProps<N extends IslandName> = ComponentProps<Awaited<ReturnType<Islands[N]>>['default']> &
  object;

export function isIslandName(name: string | undefined): name is IslandName {
  return name !== undefined && name in islands;
}

/** An island's component with whatever props were rendered for it; the two are matched where `Island` is used. */
export type AnyIsland = ComponentType<object>;
