import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/**
 * Addresses that a fetch of a user-supplied address must not reach: this machine, private networks, link-local (cloud metadata), multicast
 * and similar, and addresses that embed any of these (NAT64, 6to4, Teredo). RFC 1918, 6890, 4193, 4291.
 */
const inside = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 96],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6')
}

/**
 * Metadata services where clouds give a machine its credentials; never reachable, even for configured addresses. AWS, Azure and Google,
 * also in IPv6; Alibaba Cloud.
 */
const secretGivers = new BlockList()
secretGivers.addSubnet('169.254.0.0', 16, 'ipv4')
secretGivers.addAddress('100.100.100.200', 'ipv4')
secretGivers.addSubnet('fe80::', 10, 'ipv6')
secretGivers.addSubnet('fd00:ec2::', 32, 'ipv6')
secretGivers.addSubnet('fd20:ce::', 32, 'ipv6')

const isAmong = (list: BlockList, address: string): boolean => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return list.check(mapped, 'ipv4')
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
export const isInside = (address: string): boolean => isAmong(inside, address)
export const isSecretGiver = (address: string): boolean => isAmong(secretGivers, address)

/** The addresses of a host; empty if it is unknown. */
export const addressesOf = async (hostname: string): Promise<string[]> => {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return [host]
  return (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address)
}
