import { expect, it } from 'vitest'
import { readNumbers } from './recover.rules.ts'

it('reads order numbers in any pasted format, each once', () => {
  expect(readNumbers(' #1001\n#1002，#1003、#1001;1004  #1005\n\n')).toEqual([
    '#1001',
    '#1002',
    '#1003',
    '1004',
    '#1005',
  ])
  expect(readNumbers(' \n ')).toEqual([])
})
