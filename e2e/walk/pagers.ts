import type { Locator, Page } from 'playwright-core'
import { calm } from './calm.ts'
import type { Walker } from './walker.ts'

const FOUR = ['24 条/页', '48 条/页', '96 条/页', '192 条/页']
const PARTS = ['total-text', 'prev', 'item', 'next', 'options']
/** "Role list page size 100": the only list with a rule of its own. */
const ROLES = '/system/role'

type Pager = { isTable: boolean; parts: string[]; now: string; selector: string }

/** Checks each visible pager: the order of its parts, the offered sizes and the initial size. `address`: undefined for a pager in a window. */
export async function pagerFaults({ page, wire }: Walker, address: string | undefined): Promise<string[]> {
  const faults: string[] = []
  for (const pager of await page.evaluate(pagers)) {
    wire.met.分页 += 1
    const order = PARTS.map((name) => pager.parts.findIndex((part) => part.includes(`ant-pagination-${name}`)))
    if (order[0] !== 0 || order.some((place, at) => place < 0 || place < (order[at - 1] ?? 0)))
      faults.push(`分页的次序：${pager.parts.join(' ')}`)
    const isRoles = address !== undefined && address.split('?')[0] === ROLES
    const first = isRoles ? '100 条/页' : pager.isTable ? '10 条/页' : FOUR[0]!
    if (pager.now !== first) faults.push(`每页条数从 ${pager.now} 开始，应为 ${first}`)
    const wanted = isRoles ? [...FOUR.slice(0, 3), '100 条/页', FOUR[3]] : pager.isTable ? ['10 条/页', ...FOUR] : FOUR
    const sizes = await offered(page, pager.selector)
    if (sizes === undefined) continue
    if (sizes.join() !== wanted.join()) faults.push(`每页条数可选 ${sizes.join('、')}，应为 ${wanted.join('、')}`)
  }
  return faults
}

async function offered(page: Page, selector: string): Promise<string[] | undefined> {
  const opened = await page
    .locator(`${selector} .ant-select`)
    .click({ timeout: 1_500 })
    .then(
      () => true,
      () => false,
    )
  // Another window covers it.
  if (!opened) return undefined
  const dropdown = page.locator('.ant-select-dropdown:visible')
  const options = dropdown.locator('.ant-select-item-option')
  await options.first().waitFor()
  const texts = await options.allTextContents()
  await close(page, selector, dropdown)
  return texts
}

/**
 * The list of sizes closes when its field loses the focus. A field that is still handling the press that opened the list misses this, and
 * must lose the focus once more.
 */
async function close(page: Page, selector: string, dropdown: Locator): Promise<void> {
  // Not by Escape, which the window below would handle.
  const field = page.locator(`${selector} .ant-select input`)
  const leave = async (timeout: number): Promise<void> => {
    await calm(page)
    await field.focus()
    await field.blur()
    await dropdown.waitFor({ state: 'hidden', timeout })
  }
  await leave(3_000).catch(() => leave(15_000))
}

function pagers(): Pager[] {
  const isSeen = (one: Element): boolean => one.checkVisibility()
  const layers = [...document.querySelectorAll('[data-walk-layer]')].filter(isSeen)
  return [...document.querySelectorAll<HTMLElement>('.ant-pagination')].filter(isSeen).flatMap((one) => {
    // What is below a window is checked when the window is closed.
    if (layers.length > 0 && !layers.at(-1)!.contains(one)) return []
    const id = (one.dataset['walkPager'] ??= String(Math.random()).slice(2))
    const around = one.closest('nav')?.parentElement ?? one.parentElement!
    return [
      {
        // A table inside a row of a list is not a table of the list.
        isTable: [...around.querySelectorAll('table')].some((table) => !table.closest('li, article')),
        parts: [...one.children].map((part) => part.className),
        now: one.querySelector('.ant-select')?.textContent?.trim() ?? '',
        selector: `[data-walk-pager="${id}"]`,
      },
    ]
  })
}
