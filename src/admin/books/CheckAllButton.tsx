import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastErrors } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';

interface Props<State> {
  what: 'books' | 'history';
  begin: () => Promise<State>;
  /** A check runs, whoever began it. */
  running: boolean;
  children: string;
}

/**
 * Begins a check of everything; what the host answers stands in the place of what was read before. A refusal is said, with
 * the wait of a limit, and the state is read anew: a check that someone else began may be running.
 */
export function CheckAllButton<State>({ what, begin, running, children }: Props<State>) {
  const client = useQueryClient();
  const wait = useWait();
  const { mutate, isPending } = useMutation({
    mutationFn: begin,
    onSuccess: (state) => client.setQueryData([what], state),
    onError: (error) => {
      wait.after(error);
      toastErrors(error);
      return client.invalidateQueries({ queryKey: [what], exact: true });
    },
  });
  return (
    <WaitButton
      variant="outlined"
      size="small"
      wait={wait}
      loading={isPending || running}
      onClick={() => mutate()}
    >
      {children}
    </WaitButton>
  );
}
