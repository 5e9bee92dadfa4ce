// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { recordOf } from '../../../contract/record-of';
import { storeToken } from '../../shared/session';
import { buildUser } from '../../shared/testing/build-user';
import { tokenOf } from '../../shared/testing/tokens';
import { keep } from '../submission/kept';
import { readDraft } from './profile-draft';
import { profileFormOf } from './profile-form';

afterEach(() => localStorage.clear());

it('a draft has what was typed in any field', () => {
  storeToken(tokenOf('investor'));
  const { email, ...others } = profileFormOf(buildUser());
  const typed = recordOf(Object.keys(others), (name) => `another ${name}`);
  keep('profile-draft', typed);
  expect(readDraft(profileFormOf(buildUser()))).toEqual({ email, ...typed });
});
