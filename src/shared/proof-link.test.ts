// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { proofLink } from './proof-link';

afterEach(() => vi.unstubAllEnvs());

it('an image that was sent to us is on no other site', () => {
  expect(proofLink('/api/proofs/1.png?token=2')).toEqual({
    href: `${location.origin}/api/proofs/1.png?token=2`,
    host: null,
  });
  vi.stubEnv('VITE_API_URL', 'https://api.example.test/');
  expect(proofLink('https://api.example.test/api/proofs/1.png')?.host).toBeNull();
  expect(proofLink('https://api.example.test.evil.example/1.png')?.host).toBe(
    'api.example.test.evil.example',
  );
});

it.each([
  ['https://img.example/p.png', 'img.example'],
  ['https://img.example:8443/p.png', 'img.example:8443'],
  ['https://averin.example@evil.example/p.png', 'evil.example'],
  ['//evil.example/p.png', 'evil.example'],
  ['https://аverin.example/p.png', 'xn--verin-3ve.example'],
  ['HTTPS://IMG.EXAMPLE/p.png', 'img.example'],
])('%s is on another site, which is named as browsers call it up', (address, host) => {
  expect(proofLink(address)?.host).toBe(host);
});

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'placeholder',
  '',
  null,
  undefined,
  'http://',
  'https://a b/',
])('%s is no link', (address) => {
  expect(proofLink(address)).toBeNull();
});
