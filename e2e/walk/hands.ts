import type { Page } from 'playwright-core'
import { PATIENCE_MS } from '../patience.ts'
import { calm } from './calm.ts'
import { see } from './marks.ts'
import type { Layer, Mark } from './marks.ts'
import type { Part, Walker } from './screen.ts'

export async function timed<T>({ spent }: Walker, part: Part, doing: Promise<T>): Promise<T> {
  const since = performance.now()
  try {
    return await doing
  } finally {
    spent.set(part, (spent.get(part) ?? 0) + performance.now() - since)
  }
}

/** Until the page has drawn what it asked for, and what that led to. */
export async function drawn({ page, wire }: Walker): Promise<void> {
  await page.locator('[data-view]:visible').first().waitFor({ timeout: PATIENCE_MS })
  let [before, same] = [-1, 0]
  for (let look = 0; look < 100 && same < 2; look++) {
    await wire.rest()
    const now = await page.evaluate(() => document.body.innerHTML.length)
    same = now === before ? same + 1 : 0
    before = now
  }
}

/** Twice, where the first try found the page still busy: a second is short on a machine with much else to do. */
export async function strike(page: Page, { selector }: Pick<Mark, 'selector'>): Promise<boolean> {
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
