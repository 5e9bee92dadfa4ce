import type { Exporter } from 'ra-core';
import { saveFile } from '../../shared/save-file';

/** Saves the rows of a list of react-admin's own parts as a CSV file, in which no spreadsheet finds a formula to run. */
export const exportRecords: Exporter = async (records, _related, _provider, resource = 'records') => {
  const { recordsToCsv } = await import('../list/export-list');
  saveFile(recordsToCsv(records), `${resource}-${new Date().toISOString().slice(0, 10)}.csv`);
};
