import type { Page } from 'playwright-core'

/** What is drawn and sent after a turn of the page's clock is drawn and sent: its own queue is empty, without time passing. */
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
