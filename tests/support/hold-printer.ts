import PDFDocument from 'pdfkit';
import { vi } from 'vitest';

/** Keeps statements that are drawn from being ended, until what it answers is called. */
export async function holdPrinter(): Promise<() => Promise<void>> {
  let letGo = () => {};
  const ready = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { end } = PDFDocument.prototype;
  const held = vi.spyOn(PDFDocument.prototype, 'end').mockImplementation(function (
    this: typeof PDFDocument.prototype,
  ) {
    void ready.then(() => end.call(this));
  });
  return async () => {
    held.mockRestore();
    letGo();
  };
}
