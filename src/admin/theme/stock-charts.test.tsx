// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { PieChart } from '@mui/x-charts/PieChart';
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { pageTheme } from '../../shared/theme';
import { colors } from '../../shared/theme-palette';
import { consoleTheme } from './console-theme';

const size = { width: 200, height: 100, skipAnimation: true };
const pie = [{ data: [{ value: 1 }, { value: 2 }] }];
const rows = [{ data: [1, 2] }, { data: [2, 3] }];

it.each<[string, ReactElement]>([
  ['bars', <BarChart key="bars" {...size} series={rows} />],
  ['lines', <LineChart key="lines" {...size} series={rows} />],
  ['a pie', <PieChart key="pie" {...size} series={pie} />],
])('%s of an operator have the colours of ours', (_, chart) => {
  onTestFinished(cleanup);
  const ours = pageTheme();
  const { container } = render(<ThemeProvider theme={() => consoleTheme(ours)}>{chart}</ThemeProvider>);
  for (const color of colors(ours).chart.slice(0, 2)) expect(container.innerHTML).toContain(color);
});
