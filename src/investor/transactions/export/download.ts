import { saveFile } from '../../../shared/save-file';

/** Gives a text to the browser as a file to keep. Begins with a byte order mark, without which Excel misreads UTF-8. */
export function downloadCsv(text: string, fileName: string): void {
  saveFile(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }), fileName);
}
