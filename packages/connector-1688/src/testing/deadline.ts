import { onTestFinished, vi } from 'vitest'

/**
 * A time limit that the test controls: it expires when `pass` is called, so that a slow machine cannot let a call time out before it was
 * received.
 */
export function deadlineInHand(): { pass(): void } {
  const running: AbortController[] = []
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    running.push(controller)
    return controller.signal
  })
  onTestFinished(() => limit.mockRestore())
  return {
    pass: () => {
      for (const controller of running.splice(0))
        controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    },
  }
}
