import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from './zod.ts'
import { endpoint, endpointNames } from './registry.ts'

/**
 * The request client removes '' and null from what it sends (specification, section 5). So a field that accepts one of them must mean the
 * same when it is absent, or be listed in `carriesEmpty` of its call; otherwise a value that a person cleared would stay.
 */
type Field = { path: string; takes: '' | null; given: unknown; absent: unknown }

function fieldsOf(schema: z.ZodType, path = ''): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) => {
      const at = path === '' ? key : `${path}.${key}`
      const absent = field.safeParse(undefined)
      const empty = (['', null] as const).flatMap((takes) => {
        const given = field.safeParse(takes)
        if (!given.success) return []
        return [{ path: at, takes, given: given.data, absent: absent.success ? absent.data : 'refused' }]
      })
      return [...empty, ...fieldsOf(field, at)]
    })
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, path)
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap((one) => fieldsOf(one as z.ZodType, path))
  if (schema instanceof z.ZodRecord) return [{ path, takes: '', given: 'anything', absent: undefined }]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return fieldsOf(schema.unwrap() as z.ZodType, path)
  }
  return []
}
const isWithin = (path: string, fields: readonly string[]): boolean =>
  fields.some((field) => path === field || path.startsWith(`${field}.`))

/** Where '' or null differ from an absent field, but the console never sends them with a meaning. */
const SAYS_NOTHING: readonly [RegExp, string][] = [
  [/(^|\.)(keyword|topic|cause|number|alibabaOrderId|sku|orderName)$/, 'an empty filter finds what no filter finds'],
  [/(^|\.)(from|to|totalFrom|totalTo|shipBy|at|until|timestamp|index|version)$/, 'a number that is read from text'],
  [/(^|\.)(clientId|clientSecret|accessToken|refreshToken|appSecret)$/, 'an empty secret keeps the one that is there'],
  [
    /(^|\.)(locationId|specId|sourceSpecId|imageId|id|url|contentHash|shopifyProductId|signature)$/,
    'a key that nobody types',
  ],
  [/(^|\.)(ids|lineIds|productIds|storeIds|purchaseIds)$/, 'a list in a form, empty'],
  [/^validateCode$/, 'asked for again where it is needed'],
  [/^changes\.value$/, 'JSON text, never empty'],
]
/** Calls where an absent text is the same as an empty one, or which list cleared fields in a field of their own. */
const CALLS: Readonly<Record<string, string>> = {
  collectPages: 'sent by the browser extension, which cleans nothing; the console does not send it',
  createProduct: 'a new product has no texts until they are given',
  modifyProducts: 'what is left empty in a batch stays as it is',
  modifyPurchaseOrders: 'what is left empty in a batch stays as it is',
  editPurchaseOrder: 'names what was emptied in its field `clear`',
}

test('no call loses what a person cleared when requests are cleaned', () => {
  const lost = endpointNames.flatMap((name) => {
    const { input, method, carriesEmpty = [] } = endpoint(name)
    // An empty parameter of a read is a filter that is not set.
    if (method === 'GET') return []
    return fieldsOf(input)
      .filter(({ given, absent }) => JSON.stringify(given ?? null) !== JSON.stringify(absent ?? null))
      .filter(({ path }) => !(name in CALLS) && !SAYS_NOTHING.some(([shape]) => shape.test(path)))
      .filter(({ path }) => !isWithin(path, carriesEmpty))
      .map(({ path, takes }) => `${name} ${path} takes ${JSON.stringify(takes)}`)
  })
  expect([...new Set(lost)]).toEqual([])
})

test('the fields in `carriesEmpty` exist, and docs/calls.md lists them', () => {
  const declared = endpointNames.flatMap((name) => {
    const { input, carriesEmpty = [] } = endpoint(name)
    return carriesEmpty.map((path) => ({ name, path, isThere: hasPath(input, path.split('.')) }))
  })
  expect(declared.filter(({ isThere }) => !isThere)).toEqual([])
  const page = readFileSync(new URL('../../../docs/calls.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(\w+)` +\| `([\w.]+)` +\| [^|\n]*\|$/gm)].map(
    ([, name, path]) => `${name} ${path}`,
  )
  expect(declared.map(({ name, path }) => `${name} ${path}`)).toEqual(listed)
  expect(listed.length).toBeGreaterThan(0)
})

function hasPath(schema: z.ZodType, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true
  if (schema instanceof z.ZodObject) {
    const field = (schema.shape as Record<string, z.ZodType>)[key]
    return field !== undefined && hasPath(field, rest)
  }
  if (schema instanceof z.ZodArray) return hasPath(schema.element as z.ZodType, [key, ...rest])
  if (schema instanceof z.ZodPipe) return hasPath(schema.out as z.ZodType, [key, ...rest])
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return hasPath(schema.unwrap() as z.ZodType, [key, ...rest])
  }
  return false
}
