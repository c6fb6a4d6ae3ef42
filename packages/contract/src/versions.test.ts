import { expect, test } from 'vitest'
import * as z from './zod.ts'
import { endpoint, endpointNames } from './registry.ts'

type Schema = { type?: string; maximum?: number; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Every number named `version`, however deep, as `path: largest`. */
function versionsOf(schema: Schema, path: string): string[] {
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      name === 'version' ? [`${path}.version: ${field.maximum}`] : versionsOf(field, `${path}.${name}`),
    ),
    ...(schema.items ? versionsOf(schema.items, path) : []),
    ...(schema.anyOf ?? []).flatMap((one) => versionsOf(one, path)),
  ]
}

test('a version that a call accepts can be increased by one in the database, whose integers have 32 bits', () => {
  const found = endpointNames.flatMap((name) =>
    versionsOf(z.toJSONSchema(endpoint(name).input, { io: 'input', unrepresentable: 'any' }) as Schema, name),
  )
  expect(found.length).toBeGreaterThan(25)
  expect(found.filter((one) => !(Number(one.split(': ')[1]) < 2 ** 31 - 1))).toEqual([])
})
