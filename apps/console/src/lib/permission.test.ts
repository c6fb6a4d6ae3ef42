import { expect, test } from 'vitest'
import { holdsRight } from './holds-right.ts'

const holds = (rights: string, right: string): boolean => holdsRight(rights, right, '/merchant')

test('a right is granted when the list has the string, or the same string under the merchant prefix', () => {
  expect(holds('/admin/role/addRole,/api/x', '/api/x')).toBe(true)
  expect(holds('/merchant/admin/role/addRole', '/admin/role/addRole')).toBe(true)
})
test('a longer or shorter right is another right', () => {
  expect(holds('/admin/role/addRoles', '/admin/role/addRole')).toBe(false)
  expect(holds('/admin/role', '/admin/role/addRole')).toBe(false)
  expect(holds('', '/admin/role')).toBe(false)
})
test('a permission without a value is an error of the page', () => {
  expect(() => holds('/a', '')).toThrow(/needs a right/)
})
