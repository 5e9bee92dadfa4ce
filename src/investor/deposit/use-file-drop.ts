import { type DragEvent, useState } from 'react';

/** Handlers for an area that files are dropped on, and whether some are held over it. */
export function useFileDrop(onDropped: (files: FileList) => void) {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        // Without this the browser would open the file in place of the page.
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(false);
        onDropped(event.dataTransfer.files);
      },
    },
  };
}
