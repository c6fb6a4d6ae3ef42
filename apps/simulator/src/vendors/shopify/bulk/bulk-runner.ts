import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { execute, parse } from 'graphql'
import type { DocumentNode, ExecutionResult } from 'graphql'
import type { SimCore } from '../../../core.ts'
import { adminSchema, APP_API_VERSION, resolveVersion } from '../admin-schema.ts'
import type { Call } from '../call.ts'
import { resolveField, resolveType } from '../resolve-field.ts'
import type { ShopState } from '../shop-state.ts'
import type { BulkRow } from './bulk.rows.ts'
import { linesOf, nodesOf, pageOf, planBulkQuery } from './bulk-query.ts'

export type BulkRunner = {
  start(shop: ShopState, row: BulkRow): void
  /** Starts queries again that were running when the process ended. */
  resume(shop: ShopState): void
}

export type BulkDeps = { core: SimCore; newCall(shop: ShopState, version: Call['version']): Call }

/**
 * Runs bulk operations in the background, in steps, without using cost points. COMPLETED only means that all lines were processed; the
 * result of each is in its line (reference shopify-admin 2, "Bulk operations").
 */
export function openBulkRunner(deps: BulkDeps): BulkRunner {
  const put = (shop: ShopState, id: string, change: Partial<BulkRow>): BulkRow | undefined => {
    const row = shop.bulk.get(id)
    if (!row) return undefined
    const next = { ...row, ...change }
    shop.bulk.put(id, next)
    return next
  }
  const run = async (shop: ShopState, id: string): Promise<void> => {
    const blob = `bulk-${id.split('/').at(-1)}-${randomBytes(12).toString('hex')}.jsonl`
    const row = put(shop, id, { status: 'RUNNING' })
    if (!row) return
    const call = deps.newCall(shop, resolveVersion(row.version) ?? APP_API_VERSION)
    const path = call.pipeline.blobPath(blob)
    writeFileSync(path, '')
    const lines = row.type === 'QUERY' ? queryLines(row, call) : mutationLines(row, call)
    let [objects, roots] = [0, 0]
    try {
      for await (const chunk of lines) {
        if (shop.bulk.get(id)?.status !== 'RUNNING') break
        if (chunk.lines.length > 0)
          appendFileSync(path, `${chunk.lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
        objects += chunk.lines.length
        roots += chunk.roots
        put(shop, id, { objects, rootObjects: roots })
      }
      const canceled = shop.bulk.get(id)?.status !== 'RUNNING'
      finish(shop, id, { status: canceled ? 'CANCELED' : 'COMPLETED' }, objects > 0 ? blob : null, path)
    } catch (error) {
      const denied = error instanceof Error && error.message.startsWith('Access denied')
      const errorCode = denied ? 'ACCESS_DENIED' : 'INTERNAL_SERVER_ERROR'
      finish(shop, id, { status: 'FAILED', errorCode }, objects > 0 ? blob : null, path)
    }
  }
  const finish = (shop: ShopState, id: string, end: Partial<BulkRow>, blob: string | null, path: string): void => {
    const bytes = existsSync(path) ? statSync(path).size : 0
    const row = put(shop, id, { ...end, blob, bytes, completedAt: shop.now() })
    if (row) shop.events.emit(shop, 'bulk_operations/finish', { bulk: row })
  }
  const follow = (shop: ShopState, row: BulkRow): void => {
    const wait = Math.max(0, row.dueAt - deps.core.clock.now())
    deps.core.clock.after(wait, () => {
      if (shop.bulk.get(row.id)?.status === 'CANCELING')
        put(shop, row.id, { status: 'CANCELED', completedAt: shop.now() })
      else void run(shop, row.id)
    })
  }
  return {
    start: follow,
    resume: (shop) => {
      for (const row of shop.bulk.values()) {
        /* The lines of a mutation are not run twice: a half-done mutation has failed. */
        if (row.type === 'MUTATION' && row.status === 'RUNNING')
          put(shop, row.id, { status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR', completedAt: shop.now() })
        else if (['CREATED', 'RUNNING', 'CANCELING'].includes(row.status)) follow(shop, row)
      }
    },
  }
}

type Chunk = { lines: object[]; roots: number }

function work(call: Call, document: DocumentNode, variableValues: Record<string, unknown>): ExecutionResult {
  const admin = adminSchema(call.version)
  const result = execute({
    schema: admin.schema,
    document,
    variableValues,
    contextValue: call,
    fieldResolver: resolveField(admin),
    typeResolver: resolveType,
  })
  if (result instanceof Promise) throw new TypeError('a resolver waited')
  return result
}

async function* queryLines(row: BulkRow, call: Call): AsyncGenerator<Chunk> {
  const { document, root } = planBulkQuery(adminSchema(call.version).schema, row.query)
  for (let after: string | null = null; ;) {
    const result: ExecutionResult = work(call, document, { after })
    if (result.errors?.[0]) throw new Error(result.errors[0].message)
    const connection = (result.data?.[root] ?? {}) as Parameters<typeof nodesOf>[0]
    const nodes = nodesOf(connection)
    const { hasNextPage, endCursor } = pageOf(connection)
    const groups = nodes.map((node) => linesOf(node))
    /* Without grouping the children follow after all parents of their page; only __parentId shows the parent. */
    const lines = row.grouped
      ? groups.flat()
      : [...groups.flatMap((group) => group.slice(0, 1)), ...groups.flatMap((group) => group.slice(1))]
    yield { lines, roots: nodes.length }
    if (!hasNextPage) return
    after = endCursor
    await nextTurn()
  }
}

async function* mutationLines(row: BulkRow, call: Call): AsyncGenerator<Chunk> {
  const staged = row.stagedPath === null ? undefined : call.shop.staged.get(row.stagedPath)
  const text = staged?.blob ? readFileSync(call.pipeline.blobPath(staged.blob), 'utf8') : ''
  const document = parse(row.query)
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const result = work(call, document, JSON.parse(line) as Record<string, unknown>)
    const errors = result.errors?.map((error) => error.toJSON())
    yield { lines: [{ data: result.data ?? null, ...(errors ? { errors } : {}), __lineNumber: at }], roots: 1 }
    await nextTurn()
  }
}
