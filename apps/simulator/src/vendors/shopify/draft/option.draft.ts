import { notSimulated } from '../refusals.ts'
import type { OptionRow, OptionValueRow, ProductRow } from '../rows.ts'
import { addProblem, keptText } from './draft.ts'
import type { Draft } from './draft.ts'

export type OptionInput = {
  id?: string | null
  name?: string | null
  position?: number | null
  linkedMetafield?: unknown
  values?: { id?: string | null; name?: string | null }[] | null
}

const MAX_OPTIONS = 3
export const MAX_VARIANTS = 2048
const NAME_LIMIT = 255

/** The option of every product that has no options of its own. */
export const defaultOption = (draft: Draft): OptionRow => ({
  id: draft.call.shop.newId('ProductOption'),
  name: 'Title',
  values: [{ id: draft.call.shop.newId('ProductOptionValue'), name: 'Default Title' }],
})

/**
 * The options of a productSet: whole state, but an option or value that was there keeps its id, found by id or name.
 * Errors: OPTIONS_OVER_LIMIT, DUPLICATED_OPTION_NAME, OPTION_VALUES_MISSING, OPTION_VALUES_OVER_LIMIT,
 * DUPLICATED_OPTION_VALUE, OPTION_DOES_NOT_EXIST, OPTION_VALUE_DOES_NOT_EXIST, INVALID_INPUT.
 */
export function draftOptions(
  draft: Draft,
  inputs: readonly OptionInput[],
  before: ProductRow | undefined,
): OptionRow[] {
  const root = ['input', 'productOptions']
  if (inputs.length > MAX_OPTIONS) {
    addProblem(draft, 'OPTIONS_OVER_LIMIT', root, `Can only specify a maximum of ${MAX_OPTIONS} options`)
    return []
  }
  if (inputs.length === 0) addProblem(draft, 'OPTION_VALUES_MISSING', root, 'At least one product option is required')
  const ordered = inputs
    .map((input, index) => ({ input, index }))
    .sort((a, b) => (a.input.position ?? a.index + 1) - (b.input.position ?? b.index + 1))
  const names = new Set<string>()
  return ordered.flatMap(({ input, index }) => {
    const option = draftOption(draft, input, before, [...root, index])
    if (!option) return []
    const name = option.name.toLowerCase()
    if (names.has(name))
      addProblem(draft, 'DUPLICATED_OPTION_NAME', [...root, index], `Duplicated option name ${option.name}`)
    names.add(name)
    return [option]
  })
}

function draftOption(
  draft: Draft,
  input: OptionInput,
  before: ProductRow | undefined,
  field: (string | number)[],
): OptionRow | undefined {
  if (input.linkedMetafield) throw notSimulated('options linked to metafields')
  const known = before?.options.find((option) =>
    input.id ? option.id === input.id : option.name.toLowerCase() === keptText(draft, input.name ?? '').toLowerCase(),
  )
  if (input.id && !known) {
    addProblem(draft, 'OPTION_DOES_NOT_EXIST', [...field, 'id'], 'Option does not exist')
    return undefined
  }
  const name = keptText(draft, input.name ?? known?.name ?? '')
  if (name.trim() === '' || name.length > NAME_LIMIT) {
    addProblem(draft, 'INVALID_INPUT', [...field, 'name'], 'Option name must have 1 to 255 characters')
    return undefined
  }
  const values = draftValues(draft, input.values ?? known?.values ?? [], known, field)
  return { id: known?.id ?? draft.call.shop.newId('ProductOption'), name, values }
}

function draftValues(
  draft: Draft,
  inputs: readonly { id?: string | null; name?: string | null }[],
  known: OptionRow | undefined,
  field: (string | number)[],
): OptionValueRow[] {
  const root = [...field, 'values']
  if (inputs.length === 0) addProblem(draft, 'OPTION_VALUES_MISSING', root, 'Option values are missing')
  if (inputs.length > MAX_VARIANTS) {
    addProblem(draft, 'OPTION_VALUES_OVER_LIMIT', root, `Can only specify a maximum of ${MAX_VARIANTS} option values`)
    return []
  }
  const byId = new Map(known?.values.map((value) => [value.id, value]))
  const byName = new Map(known?.values.map((value) => [value.name.toLowerCase(), value]))
  const seen = new Set<string>()
  const values: OptionValueRow[] = []
  for (const [index, input] of inputs.entries()) {
    const old = input.id ? byId.get(input.id) : byName.get(keptText(draft, input.name ?? '').toLowerCase())
    const name = keptText(draft, input.name ?? old?.name ?? '')
    if (input.id && !old)
      addProblem(draft, 'OPTION_VALUE_DOES_NOT_EXIST', [...root, index, 'id'], 'Option value does not exist')
    else if (name.trim() === '' || name.length > NAME_LIMIT)
      addProblem(draft, 'INVALID_INPUT', [...root, index, 'name'], 'Option value name must have 1 to 255 characters')
    else if (seen.has(name.toLowerCase()))
      addProblem(draft, 'DUPLICATED_OPTION_VALUE', [...root, index], `Duplicated option value ${name}`)
    else values.push({ id: old?.id ?? draft.call.shop.newId('ProductOptionValue'), name })
    seen.add(name.toLowerCase())
  }
  return values
}
