import { atom, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import type { PlanValue } from '../../contract/enums';
import { dashboardModalAtom } from '../shared/state';

/** The plan whose card opened the deposit modal; null when it was opened without one. */
export const chosenPlanAtom = atom<PlanValue | null>(null);

/** Gives a function that opens the deposit modal, with a plan already chosen when one is named. */
export function useOpenDeposit(): (plan?: PlanValue) => void {
  const setModal = useSetAtom(dashboardModalAtom);
  const setPlan = useSetAtom(chosenPlanAtom);
  return useCallback(
    (plan) => {
      setPlan(plan ?? null);
      setModal('deposit');
    },
    [setModal, setPlan],
  );
}
