import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zipOf } from '../../test/workbook.ts'
import { readSheet } from './sheet-reader.ts'

const text = (value: string): Buffer => Buffer.from(value, 'utf8')

describe('a workbook', () => {
  it('gives its first sheet: shared and inline texts, long numbers, gaps and phonetic readings', async () => {
    const bytes = zipOf({
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="人" sheetId="3" r:id="rId9"/><sheet r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Target="worksheets/sheet7.xml"/></Relationships>',
      'xl/sharedStrings.xml':
        '<sst><si><t>账号</t></si><si><r><t>小</t></r><r><t xml:space="preserve">林 &amp; &#x738b;</t></r><rPh><t>xiao</t></rPh></si></sst>',
      'xl/worksheets/sheet7.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>手机</t></is></c></row>' +
        '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"/><c r="C3"><v>1.3800001234E10</v></c></row></sheetData></worksheet>',
    })
    expect(await readSheet(bytes)).toEqual([['账号', '', '手机'], [], ['小林 & 王', '', '13800001234']])
  })

  it('that unpacks to too much data is stopped', async () => {
    const bomb = zipOf({ 'xl/worksheets/sheet1.xml': Buffer.alloc(25 * 1024 * 1024, 32) })
    expect(bomb.length).toBeLessThan(100_000)
    await expect(readSheet(bomb)).rejects.toThrow('解压后太大')
  })

  it('with a document type is refused, before any entity could be read', async () => {
    const bytes = zipOf({ 'xl/worksheets/sheet1.xml': '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' })
    await expect(readSheet(bytes)).rejects.toThrow('不允许的内容')
  })

  it('that is truncated or no workbook is refused with an explanation', async () => {
    const whole = zipOf({ 'xl/worksheets/sheet1.xml': '<worksheet/>' })
    for (let length = 5; length < whole.length; length += 7) {
      await expect(readSheet(whole.subarray(0, length))).rejects.toMatchObject({ name: 'SheetFault' })
    }
    await expect(readSheet(zipOf({ 'a.txt': 'x' }))).rejects.toThrow('.xlsx')
    await expect(readSheet(deflateRawSync(Buffer.alloc(1000)))).rejects.toMatchObject({ name: 'SheetFault' })
  })
})

describe('a CSV text', () => {
  it('is read with quotes, in UTF-8 with a byte order mark or in GB18030', async () => {
    const expected = [
      ['账号', '姓名'],
      ['lin', '林,"小"\n林'],
    ]
    expect(await readSheet(text('\uFEFF账号,姓名\r\nlin,"林,""小""\n林"\r\n'))).toEqual(expected)
    expect(await readSheet(Buffer.from([0xd5, 0xcb, 0xba, 0xc5, 0x2c, 0x61]))).toEqual([['账号', 'a']])
  })
})
