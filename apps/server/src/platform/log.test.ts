import { describe, expect, it } from 'vitest'
import { maskSecrets } from './log.ts'

describe('a log line', () => {
  it.each([
    'userPassword',
    'access_token',
    'authorization',
    'appSecret',
    'validateCode',
    'recoveryCodes',
    'deviceMark',
    'set-cookie',
  ])('never contains %s, however deeply nested', (field) => {
    expect(JSON.stringify(maskSecrets({ rows: [{ kept: 'seen', [field]: 'planted' }] }))).toBe(
      JSON.stringify({ rows: [{ kept: 'seen', [field]: '***' }] }),
    )
  })
})
