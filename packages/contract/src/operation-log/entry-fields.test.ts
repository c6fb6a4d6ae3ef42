import { expect, test } from 'vitest'
import * as z from '../zod.ts'
import type { Endpoint } from '../endpoint.ts'
import { OBJECT_KINDS } from '../object-kinds.ts'
import { ENDPOINTS } from '../registry.ts'
import { fieldsOfEntry, kindLabel, pathLabel, pathText } from './entry-fields.ts'

const CALLS: Readonly<Record<string, Endpoint>> = ENDPOINTS
const entry = (call: string, ...kinds: string[]) =>
  fieldsOfEntry(
    CALLS[call],
    kinds.map((kind) => ({ kind, id: 'x' })),
  )

test('a key has the label of the object of the entry', () => {
  expect(pathLabel(entry('updateSupplier'), 'name')).toBe('供应商')
  expect(pathLabel(entry('updateAdminUser'), 'name')).toBe('姓名')
  expect(pathLabel(entry('updateDictionary'), 'name')).toBe('名称')
  expect(pathLabel(entry('editPurchaseOrder'), 'note')).toBe('内部备注')
  expect(pathLabel(entry('editProduct'), 'vendor')).toBe('品牌')
})

test('a call has its own labels for what is not a field of its object', () => {
  expect(pathLabel(entry('confirmAuthenticator'), 'code')).toBe('验证码')
  expect(pathLabel(entry('updateDictionary'), 'code')).toBe('编码')
  expect(pathLabel(entry('exportOperationLog'), 'accountId')).toBe('操作人')
  expect(pathLabel(entry('editPurchaseOrder'), 'accountId')).toBe('1688账号')
})

test('a path is labelled by its parts, and a label that a call logged stays as it is', () => {
  expect(pathLabel(entry('updateDictionary'), 'entries.0.label')).toBe('字典项 · 第1项 · 显示的词')
  expect(pathLabel(entry('editProduct'), 'variants.0192f0c0-aaaa-7bbb-8ccc-0123456789ab.stock')).toBe('变体 · 库存')
  expect(pathLabel(entry('updateSystemConfig'), 'session.idleHours')).toBe('值')
  expect(pathLabel(entry('receiveGoods'), '收货 Cup 1.5L')).toBe('收货 Cup 1.5L')
})

test('entries of calls, kinds and keys that no longer exist are labelled by the objects that they name', () => {
  expect(kindLabel('dept')).toBe('部门')
  expect(kindLabel('unheard-of')).toBe('unheard-of')
  expect(pathLabel(entry('aCallOfLongAgo', 'dept'), 'parentId')).toBe('上级部门')
  for (const [key, label] of Object.entries(OBJECT_KINDS.supplier.retired))
    expect(pathLabel(entry('updateSupplier', 'supplier'), key)).toBe(label)
  expect(pathLabel(entry('editProduct', 'product'), 'titleEn')).toBe('英文标题')
  expect(pathLabel(entry('aCallOfLongAgo'), 'unheardOf')).toBe('unheardOf')
})

test('a value is shown in the format of its field: labels of choices, yes and no, money, China time', () => {
  expect(pathText(entry('updateAdminUser'), 'roleType', 1)).toBe('管理员')
  expect(pathText(entry('updateSupplier'), 'rating', 'blacklisted')).toBe('黑名单')
  expect(pathText(entry('updateDictionary'), 'entries.0.enabled', false)).toBe('否')
  expect(pathText(entry('updateDictionary'), 'note', '')).toBe('（无）')
  expect(pathText(entry('updateAdminUser'), 'lastLoginTime', 0)).toBe('1970-01-01 08:00:00')
  expect(pathText(entry('editPurchaseOrder'), 'freightMinor', 1250)).toBe('¥12.50')
  expect(pathText(entry('updatePriceRule'), 'feePercent', 2.9)).toBe('2.9%')
  expect(pathText(entry('editProduct'), 'tags', ['夏', '新'])).toBe('夏、新')
})

test('an object is shown field by field, with its own labels', () => {
  const account = { id: 'x', name: '王五', status: 'suspended', roles: [{ id: 'r', name: '业务员' }] }
  expect(pathText(entry('deleteUsers'), 'deleted', account)).toBe('王五（状态：已停用；角色：业务员）')
  const price = { storeId: 's', currency: 'USD', minor: 1999, origin: 'manual' }
  expect(pathText(entry('editProduct'), 'variants.0192f0c0-aaaa-7bbb-8ccc-0123456789ab.prices', [price])).toBe(
    '店铺：s；币种：USD；价格：$19.99；来源：人工',
  )
})

test('an amount whose currency is not beside it says that it is in minor units', () => {
  expect(pathText(entry('updatePriceRule'), 'additionMinor', 200)).toBe('200（最小货币单位）')
})

/** Each key of an input, with those of nested objects. */
function paths(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => paths(inner, path === '' ? key : `${path}.${key}`))
  if (schema instanceof z.ZodArray) return paths(schema.element, path)
  if (schema instanceof z.ZodPipe) return paths(schema.def.out, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return paths(schema.unwrap(), path)
  return path === '' ? [] : [path]
}

test('every field of a logged call has a label, nested fields as well', () => {
  const logged = Object.entries(CALLS).filter(([, call]) => call.logged)
  const fields = logged.flatMap(([name, call]) => paths(call.input, '').map((path) => ({ name, path })))
  expect(fields.length).toBeGreaterThan(400)
  const nameless = fields.filter(({ name, path }) => {
    const labels = pathLabel(entry(name), path).split(' · ')
    return path.split('.').some((key) => labels.includes(key))
  })
  expect(nameless).toEqual([])
})
