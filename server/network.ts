import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that a provider gives to one customer. */
const customer = 64;

/**
 * What counts as one visitor: an IPv4 address, or the /64 of an IPv6 address, since its owner has all of it. An IPv4
 * address written as IPv6 is the IPv4 address. What is no address counts as itself.
 */
export function networkOf(ip: string): string {
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
