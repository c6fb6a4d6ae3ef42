import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('a cell that a spreadsheet would read as a formula becomes text, however it begins', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\u0001=1', '＝1', '＋1', '－1', '＠1']
  expect(csvText(['h'], [texts])).toBe(`\uFEFF"h"\r\n${texts.map((text) => `"'${text}"`).join(',')}\r\n`)
})

test('other cells are unchanged, and quotes don’t end a cell', () => {
  expect(csvText(['h'], [['a=1', '李雷', 'x",=1', '']])).toBe('\uFEFF"h"\r\n"a=1","李雷","x"",=1",""\r\n')
})
