import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { AccountField } from '../../../contract/account';
import type { FigureEntry } from '../../../contract/ledger';
import { limits } from '../../../contract/limits';
import { callList } from '../../shared/api';
import { sameAmount, statementOf } from '../../shared/statement';
import { entriesKey, useAccount } from '../investor-data';

interface EntryPage {
  rows: FigureEntry[];
  /** How many entries the figure has in all. */
  total: number;
}

async function readPage(figure: AccountField, start: number, signal: AbortSignal): Promise<EntryPage> {
  const { data, total } = await callList('listOwnEntries', {
    query: {
      filter: JSON.stringify({ field: figure }),
      range: JSON.stringify([start, start + limits.pageSize - 1]),
    },
    signal,
  });
  return { rows: data, total: total ?? data.length };
}

const rowsOf = (pages: readonly EntryPage[]): FigureEntry[] => pages.flatMap((page) => page.rows);

function useEntryPages(figure: AccountField) {
  return useInfiniteQuery({
    queryKey: [...entriesKey, figure],
    queryFn: ({ pageParam, signal }) => readPage(figure, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ rows, total }, pages) => {
      const next = rowsOf(pages).length;
      return rows.length > 0 && next < total ? next : undefined;
    },
  });
}

/**
 * The entries behind a figure, the newest first, page by page, beside the figure itself. Money may move between the two
 * reads, and between two pages: when they do not agree, both are read once more. `differs` is set when even then they do
 * not.
 */
export function useStatement(figure: AccountField) {
  const account = useAccount();
  const query = useEntryPages(figure);
  const [tried, setTried] = useState(false);
  const pages = query.data?.pages;
  const total = pages?.at(-1)?.total ?? 0;
  const inStep = pages?.every((page) => page.total === total) ?? false;
  const statement = pages && statementOf(rowsOf(pages), total);

  const amount = account.data?.[figure];
  const settled = !account.isFetching && !query.isFetching;
  const comparable = statement !== undefined && amount !== undefined;
  const agrees = comparable && inStep && sameAmount(statement.sum, amount);
  const differs = comparable && settled && !agrees;

  const { refetch: readAccount } = account;
  const { refetch: readEntries } = query;
  const readAgain = useCallback(() => {
    readAccount();
    readEntries();
  }, [readAccount, readEntries]);

  useEffect(() => {
    if (agrees) setTried(false);
    if (!differs || tried) return;
    setTried(true);
    readAgain();
  }, [agrees, differs, tried, readAgain]);

  return { amount, statement, query, agrees, differs: differs && tried, readAgain };
}
