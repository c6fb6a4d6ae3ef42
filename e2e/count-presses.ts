import type { Page } from 'playwright-core'

/**
 * Counts what a person presses from now on in this page: each click, each key that is no letter of a text, and each paste as one. The letters
 * of a text are not counted: a scanner or the clipboard may bring them. Keys held with Control or Command count as one press.
 */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { presses?: number }
    if (counted.presses === undefined) {
      const count = (event: Event): void => {
        if (event.isTrusted) counted.presses = (counted.presses ?? 0) + 1
      }
      document.addEventListener('click', count, true)
      document.addEventListener(
        'keydown',
        (event) => {
          const isHeld = event.key === 'Control' || event.key === 'Meta' || event.key === 'Shift'
          if (!isHeld && (event.key.length > 1 || event.ctrlKey || event.metaKey)) count(event)
        },
        true,
      )
    }
    counted.presses = 0
  })
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses)
}
