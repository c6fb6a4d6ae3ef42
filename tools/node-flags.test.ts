import { expect, test } from 'vitest'
import { nodeFlags } from './start/node-flags.mjs'

const LARGE = 4144
const ALWAYS = [
  '--max-semi-space-size=8',
  '--v8-pool-size=1',
  '--no-allocation-site-pretenuring',
  '--expose-gc',
  '--bytecode-old-age=2',
]

test('a program that we start gets a heap limit below the size at which V8 collects garbage less often', () => {
  expect(nodeFlags({ heapLimitMb: LARGE, nodeOptions: '' })).toEqual([...ALWAYS, '--max-old-space-size=2000'])
})

test('a machine with little memory keeps the smaller heap limit of Node itself', () => {
  expect(nodeFlags({ heapLimitMb: 1050, nodeOptions: '' })).toEqual(ALWAYS)
})

test.each(['--max-old-space-size=6000', '--trace-warnings --max_old_space_size=6000'])(
  'what the operator sets in NODE_OPTIONS (%s) is not changed',
  (nodeOptions) => {
    expect(nodeFlags({ heapLimitMb: LARGE, nodeOptions })).toEqual(ALWAYS)
  },
)
