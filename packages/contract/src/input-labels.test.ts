import { expect, test } from 'vitest'
import * as z from './zod.ts'
import { inputLabel } from './operation-log/entry-fields.ts'
import { endpoint, endpointNames } from './registry.ts'

/** The paths of a call's input, as a refusal names them: the first item stands for each item of a list. */
function pathsOf(schema: z.ZodType, path = ''): string[] {
  const own = path === '' ? [] : [path]
  if (schema instanceof z.ZodObject)
    return [
      ...own,
      ...Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
        pathsOf(field, path === '' ? key : `${path}.${key}`),
      ),
    ]
  if (schema instanceof z.ZodArray) return [...own, ...pathsOf(schema.element as z.ZodType, `${path}.0`)]
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap((one) => pathsOf(one as z.ZodType, path))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => pathsOf(one as z.ZodType, path))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return pathsOf(schema.unwrap() as z.ZodType, path)
  return own
}

/** The console sets these itself, from rows and files: nobody types or chooses them. */
const FOR_PROGRAMS = /(^|\.)(id|version)$/
const CALLS_FOR_PROGRAMS: readonly string[] = ['sliceUpload', 'querySlices', 'savePreferences', 'saveProductDraft']

/** Words that the platforms and the trade use in Chinese text too. */
const UNTRANSLATED: readonly string[] = ['SKU', 'Client ID', 'Client secret', 'AppKey', 'AppSecret', 'AccessKey ID']
const isReadable = (label: string | undefined): boolean =>
  label !== undefined && (/\p{Script=Han}/u.test(label) || UNTRANSLATED.includes(label))

test('a refused field has a name in Chinese in every call of the console, also in those that only read', () => {
  const called = endpointNames.filter(
    (name) => ['session', 'granted'].includes(endpoint(name).right) && !CALLS_FOR_PROGRAMS.includes(name),
  )
  expect(called.length).toBeGreaterThan(250)
  const nameless = called.flatMap((name) => {
    const { input, query } = endpoint(name)
    return [input, query]
      .flatMap((schema) => (schema ? pathsOf(schema) : []))
      .filter((path) => !FOR_PROGRAMS.test(path))
      .filter((path) => !isReadable(inputLabel(endpoint(name), path)))
      .map((path) => `${name} ${path}`)
  })
  expect([...new Set(nameless)]).toEqual([])
})
