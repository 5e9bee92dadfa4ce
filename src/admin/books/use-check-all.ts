import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '../failure';

/**
 * Begins a check of everything; what the host answers stands in the place of what was read before. A refusal is said, and
 * the state is read anew: a check that someone else began may be running.
 */
export function useCheckAll<State>(what: 'books' | 'history', begin: () => Promise<State>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: begin,
    onSuccess: (state) => client.setQueryData([what], state),
    onError: (error) => {
      toastFailure(error);
      return client.invalidateQueries({ queryKey: [what], exact: true });
    },
  });
}
