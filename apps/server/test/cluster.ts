import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { alive } from '../src/db/embedded/cluster.ts'
import { openEmbeddedDatabase } from '../src/db/embedded/index.ts'
import { furnish } from './furnished.ts'

/** One PostgreSQL for a whole test run, with a template database on which an installation was opened. */
export type TestCluster = {
  /** A database in which CREATE DATABASE may be executed. */
  adminUrl: string
  /** Filled once, never connected to again. */
  template: string
  close: () => Promise<void>
}

const FOLDER = 'huoqiao-test-'

/**
 * The embedded PostgreSQL in a temporary folder, or the server at DATABASE_URL (whose user must be allowed to create databases; they are
 * all dropped at the end).
 */
export async function openTestCluster(): Promise<TestCluster> {
  const external = process.env['DATABASE_URL']
  const server = external ? { url: external, close: async () => undefined } : await openTemporary()
  const template = `huoqiao_test_${process.pid}_${randomBytes(3).toString('hex')}`
  try {
    await execute(server.url, `create database ${template} template template0 encoding 'UTF8'`)
    await furnish(withDatabase(server.url, template))
  } catch (error) {
    await server.close()
    throw error
  }
  return {
    adminUrl: server.url,
    template,
    async close() {
      if (external) await dropAll(server.url, template)
      await server.close()
    },
  }
}

/**
 * Copies the template, so that every test file has its own database. STRATEGY file_copy: the default copies through the WAL, which takes
 * three times as long.
 */
export async function copyDatabase(cluster: { adminUrl: string; template: string }): Promise<TestDatabase> {
  const name = `${cluster.template}_${randomBytes(6).toString('hex')}`
  await execute(cluster.adminUrl, `create database ${name} template ${cluster.template} strategy file_copy`)
  return {
    url: withDatabase(cluster.adminUrl, name),
    drop: () => execute(cluster.adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** An empty database, as an operator creates it. */
export async function createEmptyDatabase(cluster: { adminUrl: string; template: string }): Promise<TestDatabase> {
  const name = `${cluster.template}_${randomBytes(6).toString('hex')}`
  await execute(cluster.adminUrl, `create database ${name} template template0 encoding 'UTF8'`)
  return {
    url: withDatabase(cluster.adminUrl, name),
    drop: () => execute(cluster.adminUrl, `drop database if exists ${name} with (force)`),
  }
}

export type TestDatabase = { url: string; drop: () => Promise<void> }

async function openTemporary(): Promise<{ url: string; close: () => Promise<void> }> {
  await sweep()
  const dataDir = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`))
  // As root, PostgreSQL runs as another user, which must be able to enter this folder; secret files in it have their own permissions.
  await chmod(dataDir, 0o755)
  const database = await openEmbeddedDatabase({ dataDir, temporary: true, log: () => undefined })
  return {
    url: database.url,
    async close() {
      await database.close()
      await removeAll(dataDir)
    },
  }
}

/** A killed run leaves its server and its folder behind; the next run removes both. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1]
    if (!pid || alive(Number(pid))) continue
    const dataDir = join(tmpdir(), name)
    const left = await openEmbeddedDatabase({ dataDir, temporary: true, log: () => undefined }).catch(() => undefined)
    await left?.close()
    await removeAll(dataDir).catch(() => undefined)
  }
}

async function removeAll(dataDir: string): Promise<void> {
  const elsewhere = await readFile(join(dataDir, 'location'), 'utf8').catch(() => undefined)
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

async function dropAll(adminUrl: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname = $1 or datname like $1 || '\\_%'`,
      [prefix],
    )
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

async function execute(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}
