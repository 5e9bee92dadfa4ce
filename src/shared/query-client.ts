import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api';
import { onPersonChange } from './personal-data';

/** A refusal stays one when asked again; a busy or unreachable service may not. */
function worthRetrying(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 2;
}

/** The one query client, shared by every face; it is emptied when another person signs in. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: worthRetrying } },
});

onPersonChange(() => queryClient.clear());
