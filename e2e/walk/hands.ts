import type { Page } from 'playwright-core'
import { PATIENCE_MS } from '../patience.ts'
import { calm } from './calm.ts'
import { see } from './marks.ts'
import type { Layer, Mark } from './marks.ts'
import type { Part, Walker } from './walker.ts'

/** What is done within it and told by itself is not counted twice. */
export async function timed<T>(walker: Walker, part: Part, act: () => Promise<T>): Promise<T> {
  const { part: around } = walker.doing
  turnTo(walker, part)
  try {
    return await act()
  } finally {
    turnTo(walker, around)
  }
}

/** What was done until now is told, and another thing begins. */
export function turnTo({ doing, spent }: Walker, part: Part): void {
  const now = performance.now()
  spent.set(doing.part, (spent.get(doing.part) ?? 0) + now - doing.since)
  doing.part = part
  doing.since = now
}

/**
 * Starts the console at an address. Not until all of it is loaded, which waits for every picture: what is drawn is waited for by whoever
 * needs it.
 */
export const arrive = (page: Page, address: string): Promise<unknown> =>
  page.goto(address, { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS })

/** Until the page has drawn what it asked for, and what that led to. */
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

/** Twice, where the first try found the page still busy: a second is short on a machine with much else to do. */
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

/** Closes what stands topmost. */
export async function away({ page, wire }: Walker, layer: Layer): Promise<void> {
  const stands = async (): Promise<boolean> => (await see(page)).layers.some(({ id }) => id === layer.id)
  if (!(await stands())) return
  await page.keyboard.press('Escape')
  await wire.rest()
  if (!(await stands())) return
  await page.mouse.click(720, 4)
  await wire.rest()
}
