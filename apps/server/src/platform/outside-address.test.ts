import { describe, expect, it } from 'vitest'
import { isOutside } from './outside-address.ts'

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
    'http://localhost/',
    'file:///etc/passwd',
    'http://no-such-host.invalid/',
  ])('refuses %s, which is not outside', async (url) => {
    expect(await isOutside(url)).toBe(false)
  })

  it.each(['http://93.184.216.34/a.jpg', 'https://[2606:2800:220:1::1]/a.jpg'])('lets %s through', async (url) => {
    expect(await isOutside(url)).toBe(true)
  })
})
