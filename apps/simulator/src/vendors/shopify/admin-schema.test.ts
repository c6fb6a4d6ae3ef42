import { buildSchema, validateSchema } from 'graphql'
import { expect, it } from 'vitest'
import { API_VERSIONS, schemaText } from './admin-schema.ts'

it.each(API_VERSIONS)('the vendored schema of %s is valid, as the simulator takes it to be', (version) => {
  expect(validateSchema(buildSchema(schemaText(version)))).toEqual([])
})
