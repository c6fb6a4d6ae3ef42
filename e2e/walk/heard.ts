import type { Session } from '../browser.ts'
import { calm } from './calm.ts'
import type { Walker } from './walker.ts'

/**
 * Waits until a toast shows the text, or it is clear that none will: between two checks the page finishes its queue, so that a busy
 * machine, which renders late, is given more time.
 */
export async function heard({ toasts, page }: Session, text: string): Promise<boolean> {
  for (let look = 0; look < 40; look++) {
    if (toasts.some((one) => one.includes(text))) return true
    await calm(page)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return toasts.some((one) => one.includes(text))
}

/** Clears the list of toasts, and records the calls whose failures they showed. */
export function forgetToasts({ session, wire, failed }: Walker): void {
  for (const toast of session.toasts.splice(0))
    for (const [text, path] of wire.refusals)
      if (toast.includes(text)) {
        wire.shown.add(path)
        failed.refused.set(path, Infinity)
      }
}
