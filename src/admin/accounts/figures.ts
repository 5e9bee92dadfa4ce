import { figureLabels } from '../../../contract/chart';

/** The figures of an account as the console names them. */
export const figureNames = figureLabels(({ label, consoleLabel }) => consoleLabel ?? label);
