import { waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** What is saved as a file while `work` runs, as text. */
export async function savedBy(work: () => Promise<void>): Promise<string> {
  const files: Blob[] = [];
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return 'blob:file';
  };
  URL.revokeObjectURL = () => {};
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await work();
  await waitFor(() => expect(files).toHaveLength(1));
  click.mockRestore();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(files[0] ?? new Blob());
  });
}
