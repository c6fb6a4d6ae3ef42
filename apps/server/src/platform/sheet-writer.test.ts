import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from './sheet-reader.ts'
import { sheetWriter } from './sheet-writer.ts'
import { openZip } from './zip-reader.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-sheet-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const COLUMNS = [
  { title: '订单号', width: 16 },
  { title: '数量', width: 8 },
]

test('a written sheet is read back unchanged, whatever characters its text has', async () => {
  const path = join(folder, 'a.xlsx')
  const sheet = await sheetWriter(path, { title: '订单', columns: COLUMNS })
  const texts = ['#1001', '<b>&"\'', '=HYPERLINK("http://x")', '台灯 💡', 'a\u0000b\u0008c', '1234567890123456789']
  for (const [index, text] of texts.entries()) await sheet.row([text, index])
  const { size, hash } = await sheet.close()
  const bytes = await readFile(path)
  expect(bytes.length).toBe(size)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const rows = await readSheet(bytes)
  expect(rows[0]).toEqual(['订单号', '数量'])
  expect(rows.slice(1).map((row) => row[0])).toEqual([...texts.slice(0, 4), 'abc', texts[5]])
  expect(rows.slice(1).map((row) => row[1])).toEqual(['0', '1', '2', '3', '4', '5'])
})

test('text is never a formula, and what looks like one has the style that keeps it text', async () => {
  const path = join(folder, 'b.xlsx')
  const sheet = await sheetWriter(path, { title: '订单', columns: COLUMNS })
  for (const text of ['=1+1', '+cmd|x', '-2', '@SUM(A1)', '\n=1+1', '\u0001=1+1', '＝1+1', 'plain'])
    await sheet.row([text, 1])
  await sheet.close()
  const xml = await textOf((await openZip(await readFile(path), 10_000_000)).part('xl/worksheets/sheet1.xml')!)
  expect(xml).not.toContain('<f>')
  expect(xml.match(/t="inlineStr" s="1"/g)?.length).toBe(7)
})
