import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { AccountField } from '../../../contract/account';
import { isFigure } from './figures';

/** Of the address: `?entries=balance` shows the entries behind the balance, so they can be linked to. */
const param = 'entries';

/** Marks a step of the history that opened a figure here, so that closing steps back instead of adding one. */
const openedHere = { figureOpenedHere: true } as const;

/** Gives a function that shows the entries behind a figure; Back closes them. */
export function useOpenFigure(): (figure: AccountField) => void {
  const [, setSearch] = useSearchParams();
  return (figure) =>
    setSearch(
      (search) => {
        search.set(param, figure);
        return search;
      },
      { state: openedHere },
    );
}

/** The figure whose entries the address asks for, if it does, and the way to close them. */
export function useOpenedFigure(): { figure: AccountField | null; close: () => void } {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const named = search.get(param) ?? '';

  function close(): void {
    if (state?.figureOpenedHere === true) {
      navigate(-1);
      return;
    }
    setSearch(
      (current) => {
        current.delete(param);
        return current;
      },
      { replace: true },
    );
  }

  return { figure: isFigure(named) ? named : null, close };
}
