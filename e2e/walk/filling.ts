import type { Page } from 'playwright-core'
import { pressMark } from './hands.ts'
import type { Walker } from './walker.ts'
import { CHANGES } from './wire.ts'

/** Values to try in a field, one after another until it reports no error. */
const SAMPLES = ['走查', 'walk01', '1', 'Walk-2026!', '13800000000', 'walk@example.com', 'https://example.com/a', '{}']
type Field = { selector: string; kind: 'text' | 'choice' }

/**
 * Corrects the fields that a form marks as wrong and submits it again, until no error is left. The call itself is refused, like all changes
 * during the walk. `submit` returns false when the button cannot be pressed. Returns whether the form was sent.
 */
export async function fillAndSend({ page, wire }: Walker, submit: () => Promise<boolean>): Promise<boolean> {
  for (const sample of SAMPLES) {
    const fields = await page.evaluate(wrongFields)
    if (fields.length === 0) return false
    for (const field of fields) await fill(page, field, sample)
    wire.sent.length = 0
    // The same message within three seconds is shown only once.
    await page.clock.fastForward(3_100)
    if (!(await submit())) return false
    await wire.rest()
    if (wire.sent.some(({ path }) => CHANGES.has(path))) return true
  }
  return false
}

async function fill(page: Page, { selector, kind }: Field, sample: string): Promise<void> {
  const field = page.locator(selector)
  if (kind === 'text') {
    await field.fill(sample, { timeout: 1_000 }).catch(() => undefined)
    return
  }
  if (!(await pressMark(page, { selector }))) return
  const option = page.locator(
    '.ant-select-dropdown:visible .ant-select-item-option:not(.ant-select-item-option-disabled)',
  )
  await option
    .first()
    .click({ timeout: 1_500 })
    .catch(() => undefined)
}

/** The fields with errors in the topmost window, or in the page when there is none. Runs in the page. */
function wrongFields(): Field[] {
  const isSeen = (one: Element): boolean => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const over = [...document.querySelectorAll('.ant-modal, .ant-drawer-section, [role=dialog]')].filter(isSeen).at(-1)
  const root = over ?? [...document.querySelectorAll('[data-view]')].find(isSeen)
  const wrong = [
    ...(root?.querySelectorAll<HTMLElement>(
      '.ant-form-item-has-error input, .ant-form-item-has-error textarea, input[aria-invalid=true], textarea[aria-invalid=true]',
    ) ?? []),
  ]
  return wrong
    .filter((one) => isSeen(one) || one.getAttribute('role') === 'combobox')
    .filter((one) => !one.matches('[type=file], [type=checkbox], [type=radio], :disabled'))
    .map((one) => {
      const id = (one.dataset['walkField'] ??= String(Math.random()).slice(2))
      const isChoice = one.getAttribute('role') === 'combobox'
      return { selector: `[data-walk-field="${id}"]`, kind: isChoice ? 'choice' : 'text' }
    })
}
