import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import { startAppAlone } from '../../../test/app-alone.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { runCron } from '../../../test/run-cron.ts'
import { sha256 } from './files.service.ts'
import { sender } from './files.testing.ts'
import type { Sent } from './files.testing.ts'

const OPEN_AT_MOST = 20
const DAY_MS = 86_400_000
const whole = Buffer.from(`a,b\n${randomBytes(400).toString('hex')}`)
const total = 4
const length = Math.ceil(whole.length / total)
const piece = (index: number): Buffer => whole.subarray(index * length, (index + 1) * length)

describe('uploads in pieces that nobody completes', () => {
  let app: TestApp
  let ahead = 0
  beforeAll(async () => {
    app = await startAppAlone({ work: true, clock: { now: () => Date.now() + ahead } })
  })
  afterAll(() => app?.close())

  const send = (token: string, uploadId: string, index: number, bytes = piece(index)): Promise<Sent> =>
    sender(app.url, token)('sliceUpload', bytes, {
      fields: {
        uploadId,
        index: String(index),
        total: String(total),
        hash: sha256(whole),
        size: String(whole.length),
        name: '导入.csv',
      },
    })
  /** Uploads and parts in the database, and the bytes that are really stored. */
  const kept = async () =>
    (
      await app.db.pool.query<{ uploads: number; pieces: number; bytes: number }>(
        `select (select count(*)::int from sliced_upload where file_id is null) as uploads,
                (select count(*)::int from upload_piece) as pieces,
                (select coalesce(sum(length(bytes)), 0)::int from file_chunk where object_key like 'pieces/%') as bytes`,
      )
    ).rows[0]!

  it('are limited to twenty per account, also when all begin at once, and take no more space than announced', async () => {
    const token = await app.login('admin', 'admin888')
    const begun = await Promise.all(
      Array.from({ length: 2 * OPEN_AT_MOST }, (_, nr) => send(token, `upload-nr-${nr}`, 0)),
    )
    const refused = begun.filter(({ code }) => code !== 200)
    expect(refused).toHaveLength(OPEN_AT_MOST)
    for (const one of refused) expect(one).toMatchObject({ code: 409, data: { refusal: 'state-not-allowed' } })
    expect(await kept()).toMatchObject({ uploads: OPEN_AT_MOST, pieces: OPEN_AT_MOST })
    // The largest parts that are accepted, all except the last of each: the last would complete the file, which is then accepted or
    // discarded.
    const longest = randomBytes(Math.ceil(whole.length / (total - 1)))
    const open = begun.flatMap(({ code }, nr) => (code === 200 ? [`upload-nr-${nr}`] : []))
    for (const uploadId of open) {
      for (let index = 0; index < total - 1; index++) await send(token, uploadId, index, longest)
      expect(await send(token, uploadId, 1, Buffer.concat([longest, longest]))).toMatchObject({
        data: { refusal: 'file-refused' },
      })
    }
    expect((await kept()).bytes).toBeLessThanOrEqual(OPEN_AT_MOST * (whole.length + total))
    const clerk = await app.login('clerk', 'clerk888')
    expect(await send(clerk, 'upload-of-another', 0)).toMatchObject({ code: 200 })
  })

  it('are deleted with their pieces after two days; a recent one and a completed file stay', async () => {
    const clerk = await app.login('clerk', 'clerk888')
    for (let index = 0; index < total; index++) await send(clerk, 'upload-finished', index)
    ahead = 2 * DAY_MS + 60_000
    const later = await app.login('clerk', 'clerk888')
    await send(later, 'upload-young', 0)
    await runCron(app, 'sweep-uploads')
    await untilQuiet(app)
    expect(await kept()).toEqual({ uploads: 1, pieces: 1, bytes: length })
    const files = await app.db.pool.query(`select count(*)::int as n from stored_file where name = '导入.csv'`)
    expect(files.rows).toEqual([{ n: 1 }])
  })
})
