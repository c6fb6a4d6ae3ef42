import type { Page } from 'playwright-core'
import { PATIENCE_MS } from '../patience.ts'
import { calm } from './calm.ts'
import { see } from './marks.ts'
import type { Layer, Mark } from './marks.ts'
import type { Part, Walker } from './walker.ts'

/** Counts the time of `act` for `part`. The time of a nested call counts for the nested part only. */
export async function timed<T>(walker: Walker, part: Part, act: () => Promise<T>): Promise<T> {
  const { part: around } = walker.doing
  turnTo(walker, part)
  try {
    return await act()
  } finally {
    turnTo(walker, around)
  }
}

/** Ends the measurement of the present part and begins another one. */
export function turnTo({ doing, spent }: Walker, part: Part): void {
  const now = performance.now()
  spent.set(doing.part, (spent.get(doing.part) ?? 0) + now - doing.since)
  doing.part = part
  doing.since = now
}

/** Starts the console at an address. Does not wait for all resources, which includes every picture; the caller waits for what it needs. */
export const arrive = (page: Page, address: string): Promise<unknown> =>
  page.goto(address, { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS })

/** Waits until the page has rendered everything that it requested, and what followed from that. */
export async function drawn({ page, wire }: Walker): Promise<void> {
  await page.locator('[data-view]:visible').first().waitFor({ timeout: PATIENCE_MS })
  let [before, same] = [-1, 0]
  for (let look = 0; look < 100 && same < 1; look++) {
    await wire.rest()
    const now = await page.evaluate(() => document.body.innerHTML.length)
    same = now === before ? same + 1 : 0
    before = now
  }
}

/** Tries twice, because the first try may find the page still busy: one second is short on a busy machine. */
export async function pressMark(page: Page, { selector }: Pick<Mark, 'selector'>): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await page.locator(selector).click({ timeout: 1_000 })
      return true
    } catch {
      await calm(page)
    }
  }
  return false
}

/** Closes the topmost window. */
export async function away({ page, wire }: Walker, layer: Layer): Promise<void> {
  const stands = async (): Promise<boolean> => (await see(page)).layers.some(({ id }) => id === layer.id)
  if (!(await stands())) return
  await page.keyboard.press('Escape')
  await wire.rest()
  if (!(await stands())) return
  await page.mouse.click(720, 4)
  await wire.rest()
  // A window with typed text closes only by its own button.
  if (layer.kind !== 'window' || !(await stands())) return
  await pressMark(page, { selector: ':is(.ant-modal-close, .ant-drawer-close):visible >> nth=-1' })
  await wire.rest()
}
