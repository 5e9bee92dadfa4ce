import { screen, within } from '@testing-library/react';

/** For tests: the texts of the cells of the n-th row below the header, once the rows are there. */
export async function cellsOf(label: string, row: number): Promise<(string | null)[]> {
  await screen.findByText('1', { selector: 'td' });
  const found = within(screen.getByRole('table', { name: label })).getAllByRole('row')[row];
  if (!found) throw new Error(`No row ${row}`);
  return (
    within(found)
      .getAllByRole('cell')
      // MUI's select keeps its height by a character without width.
      .map((cell) => cell.textContent?.replace('\u200b', '') ?? null)
  );
}

/** For tests: the headers of the table, in order. */
export async function headersOf(label: string): Promise<(string | null)[]> {
  const table = await screen.findByRole('table', { name: label });
  return within(table)
    .getAllByRole('columnheader')
    .map((header) => header.textContent);
}
