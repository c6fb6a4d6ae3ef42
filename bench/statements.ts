import pg from 'pg'
import { findPage } from '../apps/server/src/features/products/product-list.store.ts'
import { findCards } from '../apps/server/src/features/products/product-card.store.ts'
import type { ListFilter, ListPage } from '../apps/server/src/features/products/product-card.store.ts'
import { openDb } from '../apps/server/src/db/db.ts'
import type { Statement } from './bare-list.ts'

/**
 * The statements that the server sends for one page of the list when it has cached none of its cards, recorded from its own store
 * functions.
 */
export async function listStatements(url: string, filter: ListFilter, page: ListPage): Promise<Statement[]> {
  const db = openDb(url)
  // The list reads its statistics once a minute, which is not part of the cost of a page.
  await findPage(db.handle, filter, page)
  const sent: Statement[] = []
  const plain = db.pool.query.bind(db.pool) as (config: Statement, values: unknown[]) => Promise<unknown>
  const listening = (config: Statement, values: unknown[]): Promise<unknown> => {
    const { text, name } = config
    sent.push({ text, values, ...(name === undefined ? {} : { name }) })
    return plain(config, values)
  }
  Object.assign(db.pool, { query: listening })
  try {
    const { keys } = await findPage(db.handle, filter, page)
    await findCards(
      db.handle,
      keys.map(({ id }) => id),
    )
    return sent
  } finally {
    await db.close()
  }
}

export type Plan = { readsIndex: boolean; milliseconds: number; nodes: string[] }

/** How PostgreSQL executes a statement. `readsIndex`: the plan has no sequential scan of a large table. */
export async function planOf(url: string, statement: Statement): Promise<Plan> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers off, costs off) ${statement.text}`,
      statement.values,
    )
    const lines = rows.map((row) => row['QUERY PLAN'])
    const nodes = lines.filter((line) => /Scan|Sort|Aggregate|Limit|Append/.test(line)).map((line) => line.trim())
    const time = lines.find((line) => line.startsWith('Execution Time'))
    return {
      readsIndex: !lines.some((line) => /Seq Scan on product( |$)/.test(line)),
      milliseconds: Number(/[\d.]+/.exec(time ?? '')?.[0]),
      nodes,
    }
  } finally {
    await client.end()
  }
}
