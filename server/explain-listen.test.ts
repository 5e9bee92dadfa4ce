import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import '../tests/support/no-such-host';
import { explainListen } from './explain-listen';

const settings = { host: 'HOST', port: 'PORT' };
const refusal = (code: string) => Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' });

test.each([
  ['EADDRINUSE', 'PORT: port 80 on 127.0.0.1 is in use; set it to another one'],
  ['EACCES', 'PORT: port 80 on 127.0.0.1 is not allowed to this user; set it to one from 1024 on'],
  ['EINVAL', 'HOST: nothing can listen at 127.0.0.1, port 80 (listen EINVAL)'],
])('%s names the variable to change', (code, said) => {
  expect(explainListen(refusal(code), { host: '127.0.0.1', port: 80, settings })).toBe(said);
});

test.each([['203.0.113.9'], ['no-such-host.invalid']])(
  'a host that is not here, %s, is said to be one',
  async (host) => {
    const error = await new Promise<Error>((resolve) =>
      createServer().once('error', resolve).listen(0, host),
    );
    expect(explainListen(error, { host, port: 0, settings })).toMatch(
      new RegExp(`^HOST: ${host} is neither an address nor a name of this machine`),
    );
  },
);
