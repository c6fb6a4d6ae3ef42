import { execute, getOperationAST, GraphQLError, parse, specifiedRules, validate } from 'graphql'
import { getVariableValues } from 'graphql'
import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql'
import type { AdminSchema } from './admin-schema.ts'
import type { Call } from './call.ts'
import type { CostBucket, ThrottleStatus } from './cost-bucket.ts'
import { literalFaults, variableFaults } from './global-ids.ts'
import { checkInputSizes } from './input-sizes.ts'
import { costOf } from './query-cost.ts'
import type { FieldCost } from './query-cost.ts'
import { resolveField, resolveType } from './resolve-field.ts'

/** Maximum cost of one request on any plan (reference shopify-admin 2, "Query cost"). */
const MAX_QUERY_COST = 1000
const KEPT_DOCUMENTS = 500

export type GraphqlRequest = { query?: unknown; variables?: unknown; operationName?: unknown }
export type GraphqlAnswer = {
  status: number
  body: { data?: unknown; errors?: unknown; extensions?: unknown }
  headers?: Record<string, string>
  outcome: 'done' | 'refused' | 'throttled'
  code?: string
}

type Parsed = { document: DocumentNode } | { errors: readonly GraphQLError[] }
const parsedBy = new WeakMap<AdminSchema, Map<string, Parsed>>()

/** Parses and validates against the real schema. The same text is sent thousands of times, so results are cached. */
export function parseRequest(admin: AdminSchema, query: string): Parsed {
  let kept = parsedBy.get(admin)
  if (!kept) parsedBy.set(admin, (kept = new Map()))
  const known = kept.get(query)
  if (known) return known
  if (kept.size >= KEPT_DOCUMENTS) kept.clear()
  const parsed = parseAndValidate(admin, query)
  kept.set(query, parsed)
  return parsed
}

function parseAndValidate(admin: AdminSchema, query: string): Parsed {
  let document: DocumentNode
  try {
    document = parse(query)
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return { errors: [coded(error, 'PARSE_ERROR')] }
  }
  const errors = validate(admin.schema, document, specifiedRules)
  if (errors.length > 0) return { errors: errors.map((error) => coded(error, queryFault(error))) }
  const ids = literalFaults(admin.schema, document)
  return ids.length > 0 ? { errors: ids } : { document }
}

const queryFault = (error: GraphQLError): string =>
  error.message.startsWith('Cannot query field') ? 'undefinedField' : 'INVALID_QUERY'

const coded = (error: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    path: error.path,
    extensions: { code, ...error.extensions },
  })

const refused = (errors: readonly GraphQLError[], code: string): GraphqlAnswer => ({
  status: 200,
  body: { errors: errors.map((error) => error.toJSON()) },
  outcome: 'refused',
  code,
})

export type RunDeps = { admin: AdminSchema; bucket: CostBucket; call: Call; debugCost: boolean }

/**
 * One GraphQL request from text to answer: validation, variables, cost, bucket, execution, refund. The requested cost is taken before the
 * work, and the difference to the actual cost is returned after it (reference shopify-admin 2, "Query cost").
 */
export function runGraphql(request: GraphqlRequest, deps: RunDeps): GraphqlAnswer {
  const { admin, call } = deps
  if (typeof request.query !== 'string' || request.query.trim() === '')
    return { ...refused([new GraphQLError('No query string was present')], 'BAD_REQUEST'), status: 400 }
  const parsed = parseRequest(admin, request.query)
  if ('errors' in parsed) return refused(parsed.errors, 'INVALID_QUERY')
  const name = typeof request.operationName === 'string' ? request.operationName : undefined
  const operation = getOperationAST(parsed.document, name)
  if (!operation) return refused([new GraphQLError('An operation name is required')], 'BAD_REQUEST')
  const given = (request.variables ?? {}) as Record<string, unknown>
  const read = getVariableValues(admin.schema, operation.variableDefinitions ?? [], given, { maxErrors: 10 })
  if (read.errors)
    return refused(
      read.errors.map((error) => coded(error, 'INVALID_VARIABLE')),
      'INVALID_VARIABLE',
    )
  const ids = variableFaults(admin.schema, operation, read.coerced)
  if (ids.length > 0) return refused(ids, 'INVALID_VARIABLE')
  const tooLong = checkInputSizes(admin.schema, operation, read.coerced)
  if (tooLong) return refused([tooLong], 'MAX_INPUT_SIZE_EXCEEDED')
  const debug: FieldCost[] = []
  const costRequest = {
    schema: admin.schema,
    document: parsed.document,
    operation,
    variables: read.coerced,
    sizing: call.quirks.connectionSizing(),
    ...(deps.debugCost ? { debug } : {}),
  }
  const requested = costOf(costRequest)
  if (requested > MAX_QUERY_COST) return tooDear(requested, deps.bucket.status())
  if (!deps.bucket.take(requested)) return throttled(requested, deps)
  const result = work(deps, parsed.document, operation, given)
  const actual = Math.min(requested, costOf(costRequest, result.data ?? {}))
  deps.bucket.giveBack(requested - actual)
  const code = result.errors?.[0]?.extensions.code
  return {
    status: 200,
    body: {
      ...(result.data === undefined ? {} : { data: result.data }),
      ...(result.errors ? { errors: result.errors.map((error) => error.toJSON()) } : {}),
      extensions: {
        cost: {
          requestedQueryCost: requested,
          actualQueryCost: actual,
          throttleStatus: deps.bucket.status(),
          ...(deps.debugCost ? { fields: debug } : {}),
        },
      },
    },
    outcome: result.errors ? 'refused' : 'done',
    ...(typeof code === 'string' ? { code } : {}),
  }
}

/** Resolvers never wait, so two requests never interleave: a request's reads and writes are one step. */
function work(
  deps: RunDeps,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variableValues: Record<string, unknown>,
): ExecutionResult {
  const result = execute({
    schema: deps.admin.schema,
    document,
    variableValues,
    ...(operation.name ? { operationName: operation.name.value } : {}),
    contextValue: deps.call,
    fieldResolver: resolveField(deps.admin),
    typeResolver: resolveType,
  })
  if (result instanceof Promise) throw new TypeError('a resolver waited')
  return result
}

function tooDear(cost: number, status: ThrottleStatus): GraphqlAnswer {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_QUERY_COST}).`
  const extensions = {
    code: 'MAX_COST_EXCEEDED',
    cost,
    maxCost: MAX_QUERY_COST,
    documentation: 'https://shopify.dev/api/usage/rate-limits',
  }
  return {
    status: 200,
    body: {
      errors: [{ message, extensions }],
      extensions: { cost: { requestedQueryCost: cost, actualQueryCost: null, throttleStatus: status } },
    },
    outcome: 'refused',
    code: 'MAX_COST_EXCEEDED',
  }
}

/** HTTP 200, no data, actual cost null, status present (reference shopify-admin 2); or the 429 that some edge servers send. */
export function throttled(requested: number, deps: Pick<RunDeps, 'bucket' | 'call'>): GraphqlAnswer {
  const status = deps.bucket.status()
  if (deps.call.quirks.throttleAs429()) {
    const wait = Math.max(1, Math.ceil((requested - status.currentlyAvailable) / status.restoreRate))
    return {
      status: 429,
      headers: { 'retry-after': `${wait}.0` },
      body: { errors: 'Throttled' },
      outcome: 'throttled',
      code: 'THROTTLED',
    }
  }
  const extensions = { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' }
  return {
    status: 200,
    body: {
      errors: [{ message: 'Throttled', extensions }],
      extensions: { cost: { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: status } },
    },
    outcome: 'throttled',
    code: 'THROTTLED',
  }
}
