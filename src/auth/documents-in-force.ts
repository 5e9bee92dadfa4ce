import { useEffect, useRef } from 'react';
import type { AcceptedDocuments } from '../../contract/legal';
import { call } from '../shared/api';
import { ApiError } from '../shared/api-error';

/**
 * The versions of the legal documents in force; undefined where there are none, or nobody can tell: whoever registers
 * then is asked when they first come to the dashboard.
 */
async function readVersions(): Promise<AcceptedDocuments | undefined> {
  try {
    const documents = await call('listDocuments');
    if (!Array.isArray(documents) || documents.length === 0) return undefined;
    return Object.fromEntries(documents.map(({ document, version }) => [document, version]));
  } catch {
    return undefined;
  }
}

/** The versions that were in force when the page was opened, which are those its links lead to. */
export function useDocumentsInForce() {
  const asked = useRef<Promise<AcceptedDocuments | undefined> | null>(null);
  function read(): Promise<AcceptedDocuments | undefined> {
    asked.current ??= readVersions();
    return asked.current;
  }

  useEffect(() => {
    asked.current ??= readVersions();
  }, []);

  return {
    read,
    /** Has them read again. */
    forget: () => {
      asked.current = null;
      void read();
    },
  };
}

/** Whether a registration was refused for what the person has agreed to. */
export function isOfDocuments(error: unknown): boolean {
  return (
    error instanceof ApiError && error.errors.some(({ field }) => field?.startsWith('acceptedDocuments'))
  );
}
