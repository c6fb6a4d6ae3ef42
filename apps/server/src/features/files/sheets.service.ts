import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatChinaTime } from '@huoqiao/kit'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { sheetWriter } from '../../platform/sheet-writer.ts'
import type { Cell } from '../../platform/sheet-writer.ts'
import type { FilesService } from './files.service.ts'

/** Creates an address for a stored file that is valid for some minutes, and at most as long as the caller's session. */
export type LinkTo = (
  fileId: string,
  name: string,
  actor: Pick<Call['actor'], 'sessionId'>,
) => { url: string; until: number }

export type SheetDeps = {
  db: Db
  clock: Clock
  files: Pick<FilesService, 'keepExport'>
  linkTo: LinkTo
}

export type KeptSheet = { fileName: string; rows: number; url: string; until: number }

/**
 * A spreadsheet that a person waits for: written as a stream, so that its length needs no memory, stored as a file named by title and time,
 * and returned as a link. If the person leaves before it is done, nothing is stored.
 */
export async function keptSheet(
  deps: SheetDeps,
  call: Call,
  { title, columns }: Parameters<typeof sheetWriter>[1],
  rows: AsyncIterable<readonly Cell[]>,
): Promise<KeptSheet> {
  const folder = await mkdtemp(join(tmpdir(), 'huoqiao-export-'))
  try {
    const path = join(folder, 'sheet.xlsx')
    const sheet = await sheetWriter(path, { title, columns })
    let count = 0
    try {
      for await (const cells of rows) {
        call.signal.throwIfAborted()
        await sheet.row(cells)
        count += 1
      }
    } catch (error) {
      sheet.abandon()
      throw error
    }
    const { size, hash } = await sheet.close()
    const fileName = `${title}-${formatChinaTime(deps.clock.now()).replaceAll(/\D/g, '').slice(0, 14)}.xlsx`
    const made = { name: fileName, path, size, hash, ownerId: call.actor.accountId }
    const fileId = await deps.files.keepExport(made, (_tx, id) => Promise.resolve(id))
    return { fileName, rows: count, ...deps.linkTo(fileId, fileName, call.actor) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
