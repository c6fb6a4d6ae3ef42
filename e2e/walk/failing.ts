import { visit } from '../visit.ts'
import { forgetToasts, heard } from './heard.ts'
import type { Finding } from './rules.ts'
import type { Walker } from './screen.ts'
import type { Answering, Sent } from './wire.ts'

const WAYS: readonly [Exclude<Answering, 'served'>, string][] = [
  ['refused', '拒绝'],
  ['failed', 'HTTP 500'],
  ['unreachable', '连不上'],
]

/** "An error toast": opens an address while all its calls are refused, then fail, then reach nobody. */
export async function failPage(walker: Walker, address: string): Promise<Finding[]> {
  const { page } = walker
  const findings: Finding[] = []
  for (const [answering, name] of WAYS) {
    let unheard = await failing(walker, answering, () => visit(page, address))
    // What the page itself let go of before it was answered is not shown: once more.
    if (unheard.length > 0) unheard = await failing(walker, answering, () => visit(page, address))
    for (const text of unheard) findings.push({ rule: '失败提示', where: `${address}（${name}）`, text })
  }
  return findings
}

/**
 * What no toast said although it failed. Answers do not count as fresh any more when it begins. The same text is shown once in 3 s, so that only
 * a refusal, which has a text of its own, can be told from another.
 */
export async function failing(
  walker: Walker,
  answering: Exclude<Answering, 'served'>,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const { page, wire, desk } = walker
  await page.clock.fastForward(6_000)
  await wire.rest()
  wire.sent.length = 0
  forgetToasts(walker)
  wire.answering = answering
  try {
    await act()
    await wire.rest()
    const failed = wire.sent.filter((one): one is Sent & { text: string } => one.text !== undefined)
    if (failed.length === 0) return []
    wire.met.失败提示 += 1
    if (answering !== 'refused') return (await heard(desk, failed[0]!.text)) ? [] : [failed[0]!.text]
    // A call that is asked again by itself is shown with its first failure.
    const unheard: string[] = []
    for (const path of new Set(failed.map((one) => one.path))) {
      const texts = failed.filter((one) => one.path === path).map(({ text }) => text)
      const said = await Promise.any(
        texts.map(async (text) => (await heard(desk, text)) || Promise.reject(new Error(text))),
      ).catch(() => false)
      if (!said) unheard.push(path)
    }
    return unheard
  } finally {
    wire.answering = 'served'
  }
}
