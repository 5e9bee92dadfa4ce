/** Gives a text to the browser as a file to keep. Begins with a byte order mark, without which Excel misreads UTF-8. */
export function downloadCsv(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser still reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
