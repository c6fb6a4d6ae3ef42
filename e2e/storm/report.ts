import type { StormOptions, StormResult } from './storm.ts'

/** Wide characters take two columns of a terminal. */
const width = (text: string): number =>
  Array.from(text).reduce((sum, char) => sum + (/[\u2e80-\uffef]/.test(char) ? 2 : 1), 0)
const pad = (text: string, to: number): string => text + ' '.repeat(Math.max(0, to - width(text)))

const countsOf = (counts: ReadonlyMap<string, number>): string =>
  Array.from(counts, ([what, times]) => `${what} ${times}`).join('，')

/** The result as a table: fact, our value, their value, whether they agree. */
export function tableOf(options: StormOptions, result: StormResult): string {
  const rows: string[][] = [
    ['', '货桥', '1688与店铺（模拟器的账）', ''],
    ...result.facts.map(({ what, here, there, holds }) => [what, here, there, holds ? '✓' : '✗']),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => width(row[column]!))))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    `风暴：种子 ${options.seed}，订单 ${options.orders}，下单 ${options.placements}，${result.nodes} 个节点，${countsOf(
      result.injected,
    )}，用时 ${result.seconds} 秒`,
    `连接被切断：1688 ${result.cut.market} 次，店铺 ${result.cut.shops} 次；没有答复而重发的页面请求 ${result.again} 次；两人同时点击 ${result.together} 次`,
    `瞄准命中：${countsOf(result.hits)}`,
    ...result.problems.slice(0, 12).map(([what, times]) => `  ${times} × ${what}`),
    '',
    ...lines,
  ].join('\n')
}
