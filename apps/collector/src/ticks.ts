import { cardsOf } from './adapter-1688.ts'
import { TICKED_STYLE, TICK_STYLE } from './panel.style.ts'

/** A tick box on each offer of a result or shop page, also on cards that the page adds while it is scrolled. */
export type Ticks = {
  chosen(): string[]
  all(): void
  clear(): void
}

export function openTicks(changed: () => void): Ticks {
  const chosen = new Set<string>()
  const buttons = new Map<string, HTMLButtonElement>()
  const show = (offerId: string): void => {
    const tick = buttons.get(offerId)
    if (!tick) return
    const isChosen = chosen.has(offerId)
    tick.setAttribute('aria-pressed', String(isChosen))
    tick.textContent = isChosen ? '✓' : ''
    tick.style.cssText = isChosen ? TICKED_STYLE : TICK_STYLE
  }
  const choose = (offerId: string, isChosen: boolean): void => {
    if (isChosen) chosen.add(offerId)
    else chosen.delete(offerId)
    show(offerId)
  }
  const decorate = (): void => {
    for (const { offerId, element } of cardsOf(document)) {
      if (buttons.get(offerId)?.isConnected) continue
      const tick = document.createElement('button')
      tick.type = 'button'
      tick.setAttribute('aria-label', `选中商品 ${offerId}`)
      // Cards are links: the press must not open the offer.
      tick.addEventListener('click', (event) => {
        event.preventDefault()
        event.stopPropagation()
        choose(offerId, !chosen.has(offerId))
        changed()
      })
      if (getComputedStyle(element).position === 'static') element.style.position = 'relative'
      element.append(tick)
      buttons.set(offerId, tick)
      show(offerId)
    }
  }
  decorate()
  let isDue = false
  new MutationObserver(() => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      decorate()
    })
  }).observe(document.body, { childList: true, subtree: true })
  return {
    chosen: () => [...chosen],
    all() {
      for (const { offerId } of cardsOf(document)) choose(offerId, true)
      changed()
    },
    clear() {
      for (const offerId of chosen) choose(offerId, false)
      changed()
    },
  }
}
