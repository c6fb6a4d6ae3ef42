import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { SlotName } from '../lib/slots.tsx'
import { isSlotFilled } from '../lib/slots.tsx'
import { routes } from './route-table.ts'

const names = [
  ...readFileSync(new URL('../lib/slots.tsx', import.meta.url), 'utf8').matchAll(/^ {2}'([a-z0-9-]+)': /gm),
].map(([, name]) => name as SlotName)

it('every slot that a feature shows is filled by another', () => {
  expect(routes.length).toBeGreaterThan(0)
  expect(names).toContain('pay-purchases')
  expect(names.filter((name) => !isSlotFilled(name))).toEqual([])
})
