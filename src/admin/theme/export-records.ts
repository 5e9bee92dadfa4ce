import type { DataProvider, Exporter, RaRecord } from 'ra-core';
import { lazyCode } from '../../shared/loading/lazy-code';
import { toastErrors } from '../../shared/toasts';
import { tellUnsaved } from '../list/export-ended';
import type { ListRequest } from './save-records';

const loadSaving = lazyCode(() => import('./save-records'));

/** By the rows that came: an exporter is given no more than rows. */
const requests = new WeakMap<readonly RaRecord[], ListRequest>();

/** A data provider that remembers how lists were asked for, so that an export can go on where a page of them ends. */
export function rememberingLists<P extends DataProvider>(provider: P): P {
  const remembered: Pick<DataProvider, 'getList'> = {
    getList: async (resource, params) => {
      const answer = await provider.getList(resource, params);
      requests.set(answer.data, { ...params, total: answer.total });
      return answer;
    },
  };
  // A provider may be an object of a class, whose methods a copy would lose.
  return Object.assign(Object.create(provider), remembered);
}

/** Saves the rows of a list of react-admin's own parts as a CSV file. */
export const exportRecords: Exporter = async (records, _related, provider, resource = 'records') => {
  try {
    const { saveRecords } = await loadSaving();
    await saveRecords(records, provider, resource, requests.get(records));
  } catch (error) {
    toastErrors(error);
    tellUnsaved(resource);
  }
};
