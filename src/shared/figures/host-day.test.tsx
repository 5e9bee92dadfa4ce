// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountFieldNames } from '../../../contract/chart';
import { recordOf } from '../../../contract/record-of';
import { noteHostTime } from '../host-clock';
import FigureHistory from './FigureHistory';
import type { FigureSource } from './figure-history';

const figures = recordOf(accountFieldNames, () => 0);
const hostSays = (moment: string | number) =>
  noteHostTime(new Headers({ date: new Date(moment).toUTCString() }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2028-02-28T12:00:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  hostSays(Date.now());
});

it.each([
  ['behind', '2028-02-29'],
  ['ahead', '2028-02-27'],
])(
  'figures go up to the day it is where they are kept, on a device whose clock is a day %s',
  async (_, today) => {
    hostSays(`${today}T12:00:00Z`);
    const days = vi.fn<FigureSource['days']>(async (span) => ({
      ...{ ...span, opening: figures, days: [], since: '2028-02-01' },
    }));
    const at = vi.fn<FigureSource['at']>(async (moment) => ({ at: moment, ...figures, balance: 70 }));
    render(
      <QueryClientProvider client={new QueryClient()}>
        <FigureHistory source={{ key: ['figures'], days, at }} />
      </QueryClientProvider>,
    );
    const field = await screen.findByLabelText('As of the end of');
    expect(field).toHaveProperty('max', today);
    expect(days.mock.calls[0]?.[0].to).toBe(today);
    fireEvent.change(field, { target: { value: today } });
    expect(await screen.findByText('$70.00')).toBeDefined();
    expect(at.mock.calls[0]?.[0]).toBe(`${today}T23:59:59.999Z`);
  },
);
