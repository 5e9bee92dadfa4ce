import { describe, expect, it } from 'vitest';
import { buildUser } from '../../shared/testing/build-user';
import { profileFormOf, updateOf } from './profile-form';

const user = buildUser({ dob: '1990-01-31' });
const start = profileFormOf(user);

describe('the profile form', () => {
  it('starts with what is stored, and with empty fields for what is not', () => {
    expect(start).toMatchObject({ firstName: 'Ada', dob: '1990-01-31' });
    expect(profileFormOf({ ...user, phoneNumber: null, country: null, dob: null })).toMatchObject({
      phoneNumber: '',
      country: '',
      dob: '',
    });
  });

  it('shows a date of birth with a time behind it as YYYY-MM-DD', () => {
    expect(profileFormOf({ ...user, dob: '1990-01-31T00:00:00.000Z' }).dob).toBe('1990-01-31');
  });

  it('sends nothing of what is as it was', () => {
    expect(updateOf(start, start)).toEqual({});
  });

  it('sends only the changed fields, and never the email', () => {
    const changed = { ...start, email: 'eve@example.com', lastName: 'Byron', country: 'France' };
    expect(updateOf(start, changed)).toEqual({ lastName: 'Byron', country: 'France' });
  });

  it('takes an emptied date of birth away', () => {
    expect(updateOf(start, { ...start, dob: '' })).toEqual({ dob: null });
    expect(updateOf({ ...start, dob: '' }, { ...start, dob: '1991-02-03' })).toEqual({
      dob: '1991-02-03',
    });
  });
});
