import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Tx } from '../db.ts'
import { isTooOld, knowsSchema, migrate, migrateWithin } from '../migrate.ts'
import { quoted, readTables, readVersions } from './facts.ts'
import { MANIFEST, fileOf, manifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'

export type BackupFaultWord = 'no-backup' | 'not-empty' | 'other-version' | 'not-allowed' | 'incomplete'

/** The message is for the person at the terminal. Nothing was changed. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
  readonly word: BackupFaultWord
  constructor(word: BackupFaultWord, sentence: string) {
    super(sentence)
    this.word = word
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Loads a backup into the database at `url`, which has the backup's schema (`prepareFor`) and no data, and migrates it to this version, in
 * one transaction. Triggers and foreign keys are disabled while rows are loaded, because these rows passed them before; migrations run with
 * them enabled. `beforeItHolds` runs in the same transaction, so that a restored installation never exists without its safety settings.
 */
export async function loadDatabase(
  url: string,
  folder: string,
  beforeItHolds: (tx: Tx) => Promise<void>,
): Promise<Manifest> {
  const reported = await readManifest(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'huoqiao-restore' })
  await client.connect()
  try {
    await refuseForeign(client, reported)
    await client.query('begin')
    await client.query('set local session_replication_role = replica').catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) throw notAllowed()
      throw error
    })
    // Deletes what migrating and the queue's setup inserted. Constant: names, quoted, here and below.
    await client.query(`truncate ${reported.tables.map(({ schema, name }) => quoted(schema, name)).join(', ')}`)
    for (const table of reported.tables) {
      const columns = table.columns.map((column) => quoted(column)).join(', ')
      const target = client.query(copyFrom(`copy ${quoted(table.schema, table.name)} (${columns}) from stdin`))
      await pipeline(createReadStream(join(folder, 'tables', fileOf(table))), createGunzip(), target)
      if (target.rowCount !== table.rows)
        throw new BackupFault(
          'incomplete',
          `备份不完整：${table.name} 应有 ${table.rows} 行，读到 ${target.rowCount} 行`,
        )
    }
    for (const { schema, name, value } of reported.sequences)
      if (value !== null) await client.query('select setval($1::regclass, $2)', [quoted(schema, name), value])
    await client.query('set local session_replication_role = origin')
    await migrateWithin(client)
    await beforeItHolds(drizzle(client))
    await client.query('commit')
    await client.query('analyze')
    return reported
  } finally {
    await client.end()
  }
}

/** Creates the backup's schema in the empty database at `url`; it is this version's schema or an earlier one. */
export async function prepareFor(url: string, { migratedTo }: Manifest): Promise<void> {
  if (isTooOld(migratedTo))
    throw new BackupFault(
      'other-version',
      '备份来自更早的版本：请用做备份的那个版本恢复，再用上一个版本启动一次，然后启动这个版本',
    )
  if (!knowsSchema(migratedTo))
    throw new BackupFault('other-version', '备份来自更新的版本：请用做备份的那个版本，或比它更新的版本恢复')
  await migrate(url, migratedTo)
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupFault('no-backup', `${folder} 里没有 ${MANIFEST}，不是备份，或备份没有做完`)
  })
  const read = manifest.safeParse(JSON.parse(text))
  if (!read.success) throw new BackupFault('no-backup', `${folder} 里的 ${MANIFEST} 读不懂，不是这个版本能恢复的备份`)
  return read.data
}

async function refuseForeign(client: pg.ClientBase, reported: Manifest): Promise<void> {
  const { rows } = await client.query<{ n: string }>('select count(*)::text as n from account')
  if (rows[0]?.n !== '0')
    throw new BackupFault('not-empty', '目标数据库里已有账号，不会覆盖：请恢复到空的数据目录或数据库')
  const here = await readVersions(client)
  const names = (await readTables(client)).map(({ schema, name }) => quoted(schema, name))
  const missing = reported.tables.filter(({ schema, name }) => !names.includes(quoted(schema, name)))
  if (here.migratedTo > reported.migratedTo)
    throw new BackupFault('not-empty', '目标数据库的结构比备份新：请恢复到空的数据目录或数据库')
  if (here.jobs !== reported.jobs || missing.length > 0)
    throw new BackupFault(
      'other-version',
      '备份的任务队列来自货桥的另一个版本：请用做备份的那个版本恢复，启动一次，再升级',
    )
}

const notAllowed = (): BackupFault =>
  new BackupFault(
    'not-allowed',
    '数据库账号没有恢复所需的权限：请用超级用户的 DATABASE_URL，或 grant set on parameter session_replication_role to 该账号',
  )
