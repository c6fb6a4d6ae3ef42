import { expect, it } from 'vitest'
import type { SlotName } from '../lib/slots.tsx'
import { isSlotFilled } from '../lib/slots.tsx'
import slots from '../lib/slots.tsx?raw'
import { routes } from './route-table.ts'

it('a feature fills each slot that another shows', () => {
  expect(routes.length).toBeGreaterThan(0)
  const names = [...slots.matchAll(/^ {2}'([a-z0-9-]+)': /gm)].map(([, name]) => name as SlotName)
  expect(names).toContain('pay-purchases')
  expect(names.filter((name) => !isSlotFilled(name))).toEqual([])
})
