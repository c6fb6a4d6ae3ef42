import { calm } from './calm.ts'
import { stopTime } from './typing.ts'
import type { Mark } from './marks.ts'
import type { Walker } from './screen.ts'

/** "Success toast 3000 ms": of something that succeeds without the server, by the page's own clock. */
export async function successFault({ page, wire }: Walker, { selector }: Mark): Promise<string | undefined> {
  const said = page.locator('li[data-kind=success]')
  // The same text again would only stay longer.
  await page.clock.fastForward(5_000)
  await said.first().waitFor({ state: 'hidden', timeout: 3_000 })
  await stopTime(page)
  try {
    if (
      !(await page
        .locator(selector)
        .click({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        ))
    )
      return undefined
    if (
      !(await said
        .first()
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        ))
    )
      return undefined
    wire.met.成功提示 += 1
    await page.clock.runFor(2_999)
    await calm(page)
    if ((await said.count()) === 0) return '不到 3000 毫秒就消失'
    await page.clock.runFor(1)
    // Time stands: a busy machine may draw it when it can.
    const gone = await said
      .first()
      .waitFor({ state: 'hidden', timeout: 3_000 })
      .then(
        () => true,
        () => false,
      )
    return gone ? undefined : '3000 毫秒后还在'
  } finally {
    await page.clock.resume()
  }
}
