import { onTestFinished, vi } from 'vitest'

/**
 * The time limit of the calls of this test, in the test's own hand: it passes when `pass` is called and never before,
 * so that a slow machine cannot let a call time out before it was even received.
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
