import type { Theme } from '@mui/material/styles';
import { colors } from '../../shared/theme-palette';

/** The charts of @mui/x-charts, by their names in a theme. */
const charts = ['MuiBarChart', 'MuiLineChart', 'MuiPieChart', 'MuiRadarChart', 'MuiScatterChart'];

/** Charts of an operator's own have the colours of ours. */
export const chartDefaults = (theme: Theme) =>
  Object.fromEntries(charts.map((name) => [name, { defaultProps: { colors: colors(theme).chart } }]));
