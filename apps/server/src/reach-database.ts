import { join, resolve } from 'node:path'
import { openEmbeddedDatabase, reachEmbeddedDatabase } from './db/embedded/index.ts'
import { readEnv } from './env.ts'

/** For commands: if the app is running, its database is used; otherwise it is opened for the duration of the command. */
export async function reachDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const env = readEnv(process.env)
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, close: async () => undefined }
  const options = { dataDir: join(resolve(env.HUOQIAO_DATA), 'database'), log: () => undefined }
  const running = await reachEmbeddedDatabase(options)
  if (running !== undefined) return { url: running, close: async () => undefined }
  const opened = await openEmbeddedDatabase(options)
  return { url: opened.url, close: () => opened.close() }
}
