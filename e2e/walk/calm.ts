import type { Page } from 'playwright-core'

/** Waits one turn of the page's event loop: everything queued is rendered and sent, without time passing. */
export const calm = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel()
        let ticks = 0
        port1.addEventListener('message', () => ((ticks += 1) < 30 ? port2.postMessage(0) : done()))
        port1.start()
        port2.postMessage(0)
      }),
  )
