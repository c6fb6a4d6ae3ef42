import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, chmod, cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { EmbeddedDatabaseFault, openEmbeddedDatabase, type EmbeddedDatabase } from './index.ts'

let home: string
/** A closed cluster with one row in it; tests work on copies. */
let sample: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'huoqiao-embedded-'))
  await chmod(home, 0o755)
  sample = join(home, 'sample')
  const database = await open(sample)
  await query(database.url, 'create table cargo (name text)')
  await query(database.url, `insert into cargo values ('第一箱')`)
  await database.close()
})

afterAll(async () => {
  await rm(home, { recursive: true, force: true })
})

async function open(dataDir: string, port?: number): Promise<EmbeddedDatabase> {
  return await openEmbeddedDatabase({ dataDir, log: () => undefined, ...(port === undefined ? {} : { port }) })
}

async function openSaying(dataDir: string): Promise<{ database: EmbeddedDatabase; logged: string[] }> {
  const logged: string[] = []
  return { database: await openEmbeddedDatabase({ dataDir, log: (line) => logged.push(line) }), logged }
}

async function copyOfSample(name: string): Promise<string> {
  const dataDir = join(home, name)
  await cp(sample, dataDir, { recursive: true, preserveTimestamps: true })
  return dataDir
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function faultOf(opening: Promise<EmbeddedDatabase>): Promise<EmbeddedDatabaseFault> {
  const outcome = await opening.then(
    (database) => database,
    (error: unknown) => error,
  )
  if (outcome instanceof EmbeddedDatabaseFault) return outcome
  if (outcome instanceof Error) throw outcome
  await (outcome as EmbeddedDatabase).close()
  throw new Error('it opened')
}

/** Another Huoqiao process that opens the directory, reports it, and stays until it is killed. */
async function openElsewhere(dataDir: string, then = ''): Promise<ChildProcess> {
  const entry = fileURLToPath(new URL('./index.ts', import.meta.url))
  const program = `import { openEmbeddedDatabase } from ${JSON.stringify(entry)}
    await openEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    console.log('open')
    ${then}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  for await (const line of createInterface({ input: child.stdout })) if (line === 'open') return child
  throw new Error('the other process did not open the database')
}

async function killHard(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

describe('the embedded database', () => {
  test('keeps its data over a close and an open, and treats Chinese characters as letters', async () => {
    const database = await open(await copyOfSample('kept'))
    try {
      expect(await query(database.url, 'select name from cargo')).toEqual([{ name: '第一箱' }])
      await query(database.url, 'create extension pg_trgm')
      const [row] = await query(database.url, `select array_length(show_trgm('蓝牙耳机'), 1) as count`)
      expect(row).toEqual({ count: 5 })
      const [order] = await query(database.url, `select 'b' < 'C' collate "default" as dictionary_order`)
      expect(order).toEqual({ dictionary_order: false })
    } finally {
      await database.close()
    }
  })

  test('adopts the server that a killed process left behind, and stops it at close', async () => {
    const dataDir = await copyOfSample('orphan')
    await killHard(await openElsewhere(dataDir))
    const adopted = await open(dataDir)
    expect(adopted.adopted).toBe(true)
    expect(await query(adopted.url, 'select name from cargo')).toHaveLength(1)
    await adopted.close()
    const again = await open(dataDir)
    expect(again.adopted).toBe(false)
    await again.close()
  })

  test('leaves no server behind when the process that opened it crashes', async () => {
    const dataDir = await copyOfSample('crashed')
    const other = await openElsewhere(
      dataDir,
      `process.stdin.resume(); process.stdin.once('end', () => process.exit(3))`,
    )
    const gone = once(other, 'exit')
    other.stdin?.end()
    expect(await gone).toEqual([3, null])
    await until(
      async () => existsSync(join(dataDir, 'cluster', 'pgdata', 'postmaster.pid')),
      (runs) => !runs,
    )
  })

  test('recovers every committed row when the server itself was killed', async () => {
    const dataDir = await copyOfSample('recovered')
    const first = await open(dataDir)
    await query(first.url, `insert into cargo values ('第二箱')`)
    const pid = Number((await readFile(join(dataDir, 'cluster', 'pgdata', 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await first.close()
    const second = await open(dataDir)
    expect(await query(second.url, 'select name from cargo')).toHaveLength(2)
    await second.close()
  })

  test('refuses a directory that another process has open, and names that process', async () => {
    const dataDir = await copyOfSample('held')
    const other = await openElsewhere(dataDir)
    const fault = await faultOf(open(dataDir))
    expect(fault.code).toBe('in-use')
    expect(fault.sentence).toContain(`PID ${other.pid}`)
    await killHard(other)
    await (await open(dataDir)).close()
  })

  test('opens although the process id in its old pid file now belongs to another program', async () => {
    const dataDir = await copyOfSample('stale')
    const pidFile = join(dataDir, 'cluster', 'pgdata', 'postmaster.pid')
    await writeFile(pidFile, `${process.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n\nready\n`)
    const database = await open(dataDir)
    expect(database.adopted).toBe(false)
    await database.close()
  })

  test.each(['PG_VERSION', 'global/pg_control', 'global/pg_filenode.map', 'pg_hba.conf'])(
    'reports in a sentence that the directory is damaged when %s is empty',
    async (file) => {
      const dataDir = await copyOfSample(`damaged-${file.replace('/', '-')}`)
      await truncate(join(dataDir, 'cluster', 'pgdata', file), 0)
      const fault = await faultOf(open(dataDir))
      expect(fault.code).toBe('damaged')
      expect(fault.sentence).toMatch(/已损坏.*备份.*。$/)
    },
  )

  test('refuses files of another major version and names the version', async () => {
    const dataDir = await copyOfSample('version')
    await writeFile(join(dataDir, 'cluster', 'pgdata', 'PG_VERSION'), '15\n')
    const fault = await faultOf(open(dataDir))
    expect(fault.code).toBe('version-mismatch')
    expect(fault.sentence).toContain('（15）')
  })

  test('refuses a fixed port that is taken', async () => {
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve))
    const address = squatter.address()
    const port = typeof address === 'object' && address ? address.port : 0
    try {
      const fault = await faultOf(open(await copyOfSample('port'), port))
      expect(fault.code).toBe('port-taken')
      expect(fault.sentence).toContain(String(port))
    } finally {
      squatter.close()
    }
  })

  // Only root has to run the server as another user, who may have no access to a parent folder.
  if (process.getuid?.() === 0) {
    test('stores the data where its user can reach it when root runs under a closed folder, and says where', async () => {
      const closed = await mkdtemp(join(tmpdir(), 'huoqiao-closed-'))
      const dataDir = join(closed, 'database')
      const { database, logged } = await openSaying(dataDir)
      await query(database.url, 'create table cargo (name text)')
      await database.close()
      const place = (await readFile(join(dataDir, 'location'), 'utf8')).trim()
      expect(logged.join('\n')).toContain(place)
      await access(join(place, 'cluster', 'pgdata', 'PG_VERSION'))

      const again = await open(dataDir)
      expect(await query(again.url, 'select name from cargo')).toEqual([])
      await again.close()
      for (const dir of [closed, place]) await rm(dir, { recursive: true, force: true })
    })
  }

  test('creates the database once when two processes start at the same time', async () => {
    const dataDir = join(home, 'race')
    const outcomes = await Promise.allSettled([openElsewhere(dataDir), open(dataDir)])
    const [elsewhere, here] = outcomes
    const opened = outcomes.filter(({ status }) => status === 'fulfilled')
    if (here.status === 'fulfilled') await here.value.close()
    if (elsewhere.status === 'fulfilled') await killHard(elsewhere.value)
    expect(opened.length).toBeGreaterThan(0)
    await (await open(dataDir)).close()
  })
})
