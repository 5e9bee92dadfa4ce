import { expect, test } from 'vitest';
import { machineProblem } from './machine.js';

test.each(['v20.19.0', 'v20.19.1', 'v20.20.0', 'v22.0.0', 'v100.1.2'])('%s will do', (version) => {
  expect(machineProblem('>=20.19.0', version, 'linux')).toBeUndefined();
});

test.each(['v20.18.9', 'v18.20.8', 'v16.20.2', 'v8.0.0'])('%s is too old', (version) => {
  expect(machineProblem('>=20.19.0', version, 'linux')).toMatch(
    `Node.js 20.19.0 or newer is needed, and this is Node.js ${version.slice(1)}. `,
  );
});

test('Windows is told where it runs there', () => {
  expect(machineProblem('>=20.19.0', 'v24.0.0', 'win32')).toMatch(/^This runs on Linux and macOS, .* WSL, /);
  expect(machineProblem('>=20.19.0', 'v24.0.0', 'darwin')).toBeUndefined();
});
