import { BlockList, isIPv4, isIPv6 } from 'node:net';

// Addresses that are not globally reachable, after the IANA special-purpose address registries.
const internal = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  internal.addSubnet(network, bits, 'ipv4');
}

/** Of IPv6 only global unicast (2000::/3) is reachable, except for its special networks. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const specialUnicast = new BlockList();
for (const [network, bits] of [
  // Contains tunnels to IPv4 addresses, also internal ones.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  specialUnicast.addSubnet(network, bits, 'ipv6');
}

/** Whether an IP address is not public: of the own machine or network, or of no network; true for invalid addresses. */
export function isInternalAddress(address: string): boolean {
  if (isIPv4(address)) return internal.check(address, 'ipv4');
  if (!isIPv6(address)) return true;
  return !globalUnicast.check(address, 'ipv6') || specialUnicast.check(address, 'ipv6');
}
