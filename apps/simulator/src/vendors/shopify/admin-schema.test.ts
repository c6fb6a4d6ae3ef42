import { API_VERSIONS, schemaText } from '@huoqiao/shopify-schemas'
import { buildSchema, validateSchema } from 'graphql'
import { expect, it } from 'vitest'

it.each(API_VERSIONS)('the published schema of %s is valid, as the simulator assumes', (version) => {
  expect(validateSchema(buildSchema(schemaText(version)))).toEqual([])
})
