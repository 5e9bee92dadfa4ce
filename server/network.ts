import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that a provider gives to one customer. */
const customer = 64;

/** An address without the port and the brackets that a proxy may have written about it; undefined if it is none. */
export function addressOf(text: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * What counts as one visitor: an IPv4 address, or the /64 of an IPv6 address, since its owner has all of it. An IPv4
 * address written as IPv6 is the IPv4 address. What is no address counts as itself.
 */
export function networkOf(text: string): string {
  const ip = addressOf(text) ?? text;
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${customer}`)}/${customer}`;
}

/** Whether a host's name or address is this machine itself. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/** What the names that `TRUST_PROXY` may hold stand for. */
const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address is in one of these: addresses, ranges like 10.0.0.0/8, or names of ranges. */
export function rangeTest(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges.flatMap((each) => namedRanges[each] ?? [each])) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return list.check(address.toString(), address.kind());
  };
}
