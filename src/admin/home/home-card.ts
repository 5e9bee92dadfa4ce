import type { ComponentType } from 'react';
import type { Home } from '../../../contract/home';

export interface HomeCardProps {
  home: Home;
}

/** A card of the home. */
export interface HomeCard {
  name: string;
  Card: ComponentType<HomeCardProps>;
  /** How many of twelve it takes on a wide screen; all when it does not say. */
  columns?: number;
}
