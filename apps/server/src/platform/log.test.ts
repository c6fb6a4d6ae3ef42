import { describe, expect, it } from 'vitest'
import { maskSecrets } from './log.ts'

describe('what is written to a log', () => {
  it.each([
    'userPassword',
    'access_token',
    'authorization',
    'appSecret',
    'validateCode',
    'recoveryCodes',
    'deviceMark',
    'set-cookie',
  ])('never tells %s, however deep it stands', (field) => {
    expect(JSON.stringify(maskSecrets({ rows: [{ kept: 'seen', [field]: 'planted' }] }))).toBe(
      JSON.stringify({ rows: [{ kept: 'seen', [field]: '***' }] }),
    )
  })
})
