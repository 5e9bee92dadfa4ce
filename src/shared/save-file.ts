/** Gives a file to the browser to keep. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the file in its own time after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
