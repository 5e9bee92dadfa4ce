import { lazyResolver } from '../shared/lazy-resolver';
import { lazyCode } from '../shared/loading/lazy-code';

const rules = lazyCode(() => import('./form-rules'));

/** What checks each account form. */
export const resolvers = {
  login: lazyResolver(async () => (await rules()).login),
  register: lazyResolver(async () => (await rules()).register),
  otp: lazyResolver(async () => (await rules()).otp),
  resetEmail: lazyResolver(async () => (await rules()).resetEmail),
  invitation: lazyResolver(async () => (await rules()).invitation),
  passwordReset: lazyResolver(async () => (await rules()).passwordReset),
};
