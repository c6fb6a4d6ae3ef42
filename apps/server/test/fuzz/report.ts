import { endpointNames } from '@huoqiao/contract'
import type { Found, Result } from './run.ts'

/** The result as text. */
export function reportOf({ seed, tally, found }: Result, isFew: boolean): string {
  const counts = (map: ReadonlyMap<string, number>): string =>
    [...map]
      .toSorted((a, b) => b[1] - a[1])
      .map(([name, count]) => `${name} ${count}`)
      .join('，')
  const calls = [...tally.calls]
  const never = calls.filter(([, { asked }]) => asked === 0).map(([name]) => name)
  const refused = calls.filter(([, { asked, done }]) => asked > 0 && done === 0).map(([name]) => name)
  return [
    `种子 ${seed}：${tally.requests} 个请求，${tally.cases} 个用例，缩小用了 ${tally.shrinking} 个请求`,
    `调用者：${counts(tally.byCaller)}`,
    `结果：${counts(tally.byOutcome)}`,
    `调用：${endpointNames.length - never.length} / ${endpointNames.length}${never.length > 0 ? `，没有问到：${never.join('、')}` : ''}`,
    `成功过的调用：${calls.filter(([, { done }]) => done > 0).length}${refused.length > 0 ? `，从未成功：${refused.join('、')}` : ''}`,
    `改动过的字段：${tally.fields.size}`,
    `最慢：${tally.slowest.map(({ call, ms }) => `${call} ${Math.round(ms)} ms`).join('，')}`,
    `发现：${found.length}`,
    ...found.map((one) => findingOf(one, `--seed ${seed} --only ${one.only}${isFew ? ' --few' : ''}`)),
  ].join('\n')
}

/** The finding, the smallest case that still shows it, and the command that runs it again. */
function findingOf({ rule, call, what, times, smallest }: Found, again: string): string {
  const sent = smallest.sent.map(
    ({ method, path, headers, body }) =>
      `    ${method} ${path.slice(0, 600)}${body === undefined ? '' : ` ${headers['content-type']} ${JSON.stringify(body.toString().slice(0, 1_000))}`}`,
  )
  const callers = smallest.case.map(({ caller }) => caller).join(' → ')
  return [
    `✗ ${call}: ${rule}（${times} 次）`,
    `    npm run fuzz -- ${again}`,
    `    ${callers}`,
    ...sent,
    `    ${what}`,
  ].join('\n')
}
