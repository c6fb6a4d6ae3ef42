import { getOperationAST, GraphQLError, OperationTypeNode, parse, validate } from 'graphql'
import { adminSchema } from '../admin-schema.ts'
import { planBulkQuery } from '../bulk/bulk-query.ts'
import type { BulkRow } from '../bulk/bulk.rows.ts'
import type { Args, Call, TypeFields } from '../call.ts'

/** This many of each kind may run at the same time for an app in a shop, from 2026-01 (reference shopify-admin 2). */
const AT_ONCE = 5
const UNENDED = ['CREATED', 'RUNNING', 'CANCELING']

const fail = (code: string, field: string[] | null, message: string): object => ({
  bulkOperation: null,
  userErrors: [{ code, field, message }],
})

const running = (call: Call, type: BulkRow['type']): number =>
  Array.from<BulkRow>(call.shop.bulk.values()).filter((row) => row.type === type && UNENDED.includes(row.status)).length

/** The document's first error, in the validator's words; undefined for a valid one of the wanted kind. */
function fault(text: string, kind: OperationTypeNode, call: Call): string | undefined {
  try {
    const document = parse(text)
    const { schema } = adminSchema(call.version)
    const [wrong] = validate(schema, document)
    if (wrong) return wrong.message
    if (getOperationAST(document)?.operation !== kind) return `The document must be a ${kind}.`
    if (kind === OperationTypeNode.QUERY) planBulkQuery(schema, text)
    return undefined
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError) return error.message
    throw error
  }
}

function start(call: Call, facts: Pick<BulkRow, 'type' | 'query' | 'grouped' | 'stagedPath'>): object {
  const { shop } = call
  const row: BulkRow = {
    ...facts,
    id: shop.newId('BulkOperation'),
    status: 'CREATED',
    errorCode: null,
    version: call.version,
    createdAt: shop.now(),
    completedAt: null,
    objects: 0,
    rootObjects: 0,
    bytes: 0,
    blob: null,
    dueAt: shop.core.clock.now() + call.quirks.bulkMs(),
  }
  shop.bulk.put(row.id, row)
  call.bulk.start(shop, row)
  call.effects.push(`bulk operation ${row.id} started`)
  return { bulkOperation: row, userErrors: [] }
}

const bulkOperationRunQuery = (_source: unknown, args: Args, call: Call): unknown => {
  const query = args.query as string
  if (running(call, 'QUERY') >= AT_ONCE)
    return fail('OPERATION_IN_PROGRESS', null, 'The limit of bulk query operations for this app and shop is reached.')
  const wrong = fault(query, OperationTypeNode.QUERY, call)
  if (wrong) return fail('INVALID', ['query'], wrong)
  return start(call, { type: 'QUERY', query, grouped: args.groupObjects === true, stagedPath: null })
}

const bulkOperationRunMutation = (_source: unknown, args: Args, call: Call): unknown => {
  const query = args.mutation as string
  const stagedPath = args.stagedUploadPath as string
  if (running(call, 'MUTATION') >= AT_ONCE)
    return fail(
      'OPERATION_IN_PROGRESS',
      null,
      'The limit of bulk mutation operations for this app and shop is reached.',
    )
  if (/\bbulkOperation/.test(query)) return fail('INVALID_MUTATION', ['mutation'], 'Bulk operations cannot be nested.')
  const wrong = fault(query, OperationTypeNode.MUTATION, call)
  if (wrong) return fail('INVALID_MUTATION', ['mutation'], wrong)
  const staged = call.shop.staged.get(stagedPath)
  if (!staged?.blob)
    return fail(
      'NO_SUCH_FILE',
      ['stagedUploadPath'],
      'The JSONL file could not be found. Try uploading the file again.',
    )
  if (staged.resource !== 'BULK_MUTATION_VARIABLES')
    return fail('INVALID_STAGED_UPLOAD_FILE', ['stagedUploadPath'], 'The file was not staged for bulk variables.')
  return start(call, { type: 'MUTATION', query, grouped: args.groupObjects !== false, stagedPath })
}

const bulkOperationCancel = (_source: unknown, args: Args, call: Call): unknown => {
  const row = call.shop.bulk.get(args.id as string)
  if (!row) return { bulkOperation: null, userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }] }
  if (!UNENDED.includes(row.status)) {
    const message = `A bulk operation cannot be canceled when it is ${row.status.toLowerCase()}`
    return { bulkOperation: row, userErrors: [{ field: null, message }] }
  }
  const next: BulkRow = { ...row, status: 'CANCELING' }
  call.shop.bulk.put(row.id, next)
  call.effects.push(`bulk operation ${row.id} is being cancelled`)
  return { bulkOperation: next, userErrors: [] }
}

export const bulkMutations: TypeFields = { bulkOperationRunQuery, bulkOperationRunMutation, bulkOperationCancel }
