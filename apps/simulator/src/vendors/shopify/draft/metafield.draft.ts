import type { MetafieldRow } from '../rows.ts'
import { readMetafield } from '../metafield-rules.ts'
import type { MetafieldContext, MetafieldEntry } from '../metafield-rules.ts'
import { addProblem } from './draft.ts'
import type { Draft } from './draft.ts'

export type MetafieldOwner = {
  type: 'PRODUCT' | 'PRODUCTVARIANT' | 'SHOP'
  id: string | undefined
  existing: readonly MetafieldRow[]
}

export const metafieldContext = (draft: Draft, owner: MetafieldOwner): MetafieldContext => ({
  ownerType: owner.type,
  ownerId: owner.id,
  existing: owner.existing,
  definitionOf: (...asked) => draft.call.shop.definitionOf(...asked),
  uniqueOwner: (...asked) => draft.call.shop.products.uniqueOwner(...asked),
  newId: () => draft.call.shop.newId('Metafield'),
  now: draft.now,
})

/**
 * Metafields of a product or variant input. With `wholeState` those that are not listed are deleted, whoever wrote them (reference 3,
 * "Metafields"); otherwise they stay. `taken` finds two owners in one input with the same unique value.
 */
export function draftMetafields(
  draft: Draft,
  inputs: readonly MetafieldEntry[],
  owner: MetafieldOwner,
  options: { field: readonly (string | number)[]; wholeState: boolean; taken?: Set<string>; code?: string },
): MetafieldRow[] {
  const context = metafieldContext(draft, owner)
  const rows = new Map(options.wholeState ? [] : owner.existing.map((row) => [`${row.namespace}.${row.key}`, row]))
  const named = new Set<string>()
  for (const [index, input] of inputs.entries()) {
    const field = [...options.field, index]
    const read = readMetafield(input, context)
    if ('problem' in read) {
      const { problem } = read
      const code = problem.kind === 'unique' ? 'CAPABILITY_VIOLATION' : 'INVALID_METAFIELD'
      addProblem(draft, options.code ?? code, [...field, problem.field], problem.message)
      continue
    }
    const name = `${read.row.namespace}.${read.row.key}`
    if (named.has(name)) addProblem(draft, options.code ?? 'DUPLICATED_VALUE', field, `Duplicated metafield ${name}`)
    named.add(name)
    const definition = draft.call.shop.definitionOf(owner.type, read.row.namespace, read.row.key)
    const value = `${owner.type}.${name}=${read.row.value}`
    if (definition?.unique && options.taken?.has(value))
      addProblem(
        draft,
        options.code ?? 'CAPABILITY_VIOLATION',
        field,
        `Value "${read.row.value}" has already been taken`,
      )
    options.taken?.add(value)
    rows.set(name, read.row)
  }
  return Array.from(rows.values())
}
