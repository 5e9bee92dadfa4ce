import type { WhenShutOut } from './people/services';

/** What is done in the transaction that disables or offboards a person, besides what the room of people does itself. */
export const whenShutOut: readonly WhenShutOut[] = [];
