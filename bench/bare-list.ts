import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The baseline for the list: Node's own HTTP server and `pg`, which send the same statements as the server and write the rows as they come.
 * No session, no checks, no shaping. Started by list.bench.ts with the statements.
 */
export type Statement = { text: string; values: unknown[]; name?: string }
export type Bare = { databaseUrl: string; pages: Record<string, Statement[]> }

process.once('message', ({ databaseUrl, pages }: Bare) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const server = createServer((request, response) => {
    const statements = pages[request.url?.slice(1) ?? ''] ?? []
    const answer = async (): Promise<void> => {
      const results: unknown[] = []
      for (const statement of statements) results.push((await pool.query(statement)).rows)
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(results))
    }
    answer().catch((error: unknown) => {
      response.writeHead(500)
      response.end(String(error))
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    process.send?.({ kind: 'ready', text: `http://127.0.0.1:${port}` })
  })
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
