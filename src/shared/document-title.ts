import { useEffect } from 'react';

/** Sets the title of the document while the page is shown (docs/rules.md, "Routes and titles"). */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
