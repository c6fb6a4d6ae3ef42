import { describe, expect, it } from 'vitest'
import { addressesOf, isInside, isSecretGiver } from './ssrf-guard.ts'

const isExternalFailure = async (url: string): Promise<boolean> => {
  const addresses = await addressesOf(new URL(url).hostname)
  return addresses.length > 0 && !addresses.some(isInside)
}
const givesSecrets = async (url: string): Promise<boolean> =>
  (await addressesOf(new URL(url).hostname)).some(isSecretGiver)

describe('an address given by a person', () => {
  it.each([
    'http://127.0.0.1/a.jpg',
    'http://10.1.2.3/a.jpg',
    'http://172.20.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://localhost/',
    'http://no-such-host.invalid/',
  ])('refuses %s, which is not external', async (url) => {
    expect(await isExternalFailure(url)).toBe(false)
  })

  it.each(['http://93.184.216.34/a.jpg', 'https://[2606:2800:220:1::1]/a.jpg'])('lets %s through', async (url) => {
    expect(await isExternalFailure(url)).toBe(true)
  })
})

describe('an address of a cloud’s metadata service', () => {
  it.each([
    'http://169.254.169.254',
    'http://2852039166',
    'http://[::ffff:169.254.169.254]',
    'http://[::ffff:a9fe:a9fe]',
    'http://100.100.100.200:9000',
    'http://[fd00:ec2::254]',
  ])('includes %s', async (url) => {
    expect(await givesSecrets(url)).toBe(true)
  })
  it.each(['http://127.0.0.1:9000', 'http://192.168.1.20:9000', 'http://[fd12::1]', 'https://no-such-host.invalid'])(
    'does not include %s',
    async (url) => {
      expect(await givesSecrets(url)).toBe(false)
    },
  )
})
