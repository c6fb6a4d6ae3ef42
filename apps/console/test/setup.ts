import { expect } from 'vitest'
import { CALLS } from 'virtual:contract'
import { addCallRecords } from '../src/lib/call-records.ts'

// The shell does this when it is loaded; pages are tested without it.
addCallRecords(CALLS)

// Rules and texts are tested without a page.
if (expect.getState().environment === 'happy-dom') {
  const { configure } = await import('@testing-library/react')
  // Only ends a hang: a wait ends when its condition holds. The default of one second is too short on a busy machine.
  configure({ asyncUtilTimeout: 60_000 })
  // happy-dom draws nothing and has no context. A chart is drawn as soon as its library is loaded, in any test that shows it long enough:
  // here into a context that does nothing.
  const context = new Proxy<Record<string | symbol, unknown>>(
    { measureText: (text: string) => ({ width: text.length * 12 }) },
    { get: (own, key) => (key in own ? own[key] : () => ({ addColorStop() {} })) },
  )
  HTMLCanvasElement.prototype.getContext = (() => context) as unknown as HTMLCanvasElement['getContext']
}
