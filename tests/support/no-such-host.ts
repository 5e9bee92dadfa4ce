import dns from 'node:dns';

/*
 * Whoever looks for no-such-host.invalid is told at once that there is none, and no name server is asked: one may take its
 * time. Import it for this process, or give it bundled to another one by `--import`.
 */
const { lookup } = dns;
Object.assign(dns, {
  lookup(name: string, ...rest: unknown[]): unknown {
    const done = rest.at(-1);
    if (name !== 'no-such-host.invalid' || typeof done !== 'function')
      return Reflect.apply(lookup, dns, [name, ...rest]);
    const code = 'ENOTFOUND';
    const error = new Error(`getaddrinfo ${code} ${name}`);
    process.nextTick(() => done(Object.assign(error, { code, syscall: 'getaddrinfo', hostname: name })));
    return undefined;
  },
});
