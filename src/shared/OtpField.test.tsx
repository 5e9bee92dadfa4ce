// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it } from 'vitest';
import { OtpField } from './OtpField';
import { stubLayout } from './testing/browser-stubs';

afterEach(cleanup);

function Form() {
  return <OtpField name="otp" control={useForm({ defaultValues: { otp: '' } }).control} />;
}

it('the code stands in three groups of two digits', async () => {
  stubLayout();
  const { container } = render(<Form />);
  await userEvent.type(screen.getByLabelText('One-time code'), '123456');
  const [groups] = [...container.querySelectorAll('div')].filter(
    ({ children, textContent }) => children.length === 3 && textContent === '123456',
  );
  expect([...(groups?.children ?? [])].map((group) => group.textContent)).toEqual(['12', '34', '56']);
});

it.each([
  ['with its spaces', '123 456', '123456'],
  ['with a digit too many', '1234567', '123456'],
  ['in wide digits', '\uff11\uff12\uff13 \uff14\uff15\uff16', '123456'],
  ['in Arabic digits', '\u0661\u0662\u0663\u0664\u0665\u0666', '123456'],
])('a code is pasted %s', async (_, pasted, code) => {
  stubLayout();
  render(<Form />);
  await userEvent.click(screen.getByLabelText('One-time code'));
  await userEvent.paste(pasted);
  expect(screen.getByLabelText('One-time code')).toHaveValue(code);
});

it.each([
  ['wide', '\uff11\uff12\uff13\uff14\uff15\uff16'],
  ['Arabic', '\u0661\u0662\u0663\u0664\u0665\u0666'],
  ['Persian', '\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6'],
])('a code is typed in %s digits, and what is no digit is dropped', async (_, digits) => {
  stubLayout();
  render(<Form />);
  const field = screen.getByLabelText('One-time code');
  await userEvent.type(field, `${digits.slice(0, 3)}a -${digits.slice(3)}`);
  expect(field).toHaveValue('123456');
});

it('another code takes the place of the one that is there; a digit more does not', async () => {
  stubLayout();
  render(<Form />);
  const field = screen.getByLabelText('One-time code');
  await userEvent.type(field, '123456');
  await userEvent.paste('7');
  expect(field).toHaveValue('123456');
  await userEvent.paste('654 321');
  expect(field).toHaveValue('654321');
});
