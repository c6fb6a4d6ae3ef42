import type { Desk } from '../browser.ts'
import type { Walker } from './screen.ts'

/** Until a toast says it, or it is clear that none does. */
export async function heard({ toasts }: Desk, text: string): Promise<boolean> {
  for (let look = 0; look < 40; look++) {
    if (toasts.some((one) => one.includes(text))) return true
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return false
}

/** Empties the list of toasts, and keeps in mind whose failures they showed. */
export function forgetToasts({ desk, wire }: Walker): void {
  for (const said of desk.toasts.splice(0))
    for (const [text, path] of wire.refusals) if (said.includes(text)) wire.shown.add(path)
}
