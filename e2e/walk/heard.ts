import type { Session } from '../browser.ts'
import { calm } from './calm.ts'
import type { Walker } from './walker.ts'

/**
 * Until a toast says it, or it is clear that none does: between two looks the page has done what it had to do, so that a busy machine, which
 * draws late, is looked at for as much longer.
 */
export async function heard({ toasts, page }: Session, text: string): Promise<boolean> {
  for (let look = 0; look < 40; look++) {
    if (toasts.some((one) => one.includes(text))) return true
    await calm(page)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return toasts.some((one) => one.includes(text))
}

/** Empties the list of toasts, and keeps in mind whose failures they showed. */
export function forgetToasts({ session, wire, failed }: Walker): void {
  for (const toast of session.toasts.splice(0))
    for (const [text, path] of wire.refusals)
      if (toast.includes(text)) {
        wire.shown.add(path)
        failed.refused.set(path, Infinity)
      }
}
