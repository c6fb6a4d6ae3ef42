import type { Page } from 'playwright-core'
import type { AxeResults, RunOptions } from 'axe-core'
import axe from 'axe-core'

/** The success criteria of WCAG 2.2, levels A and AA, that a program can check. */
const CRITERIA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const ALL: RunOptions = { runOnly: CRITERIA, resultTypes: ['violations'], iframes: false, elementRef: true }
/** The only criterion that depends on the theme. */
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, iframes: false, elementRef: true }
const WITHOUT_CONTRAST: RunOptions = { ...ALL, rules: { 'color-contrast': { enabled: false } } }

/** Layers over the page; only the topmost one is checked. */
const LAYER =
  '.ant-drawer-section, [role=dialog], .ant-modal, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden), ' +
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden), .ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'
/** The field that an open list of choices belongs to, which names the list and the active choice. */
const FIELD = '.ant-select-open, .ant-picker-focused'
/** Elements of Ant Design that a rule finds fault with and that we cannot change; each rule holds for everything else. */
const NOT_OURS: Readonly<Record<string, string>> = {
  // Columns of hours and minutes without a tab stop: a time can be typed into the field itself.
  'scrollable-region-focusable': '.ant-picker-time-panel-column',
  // A tree select refers to a list by an id that no element has; its content is read as a tree. An auto-complete field refers to its list also
  // while nothing matches and there is no list.
  'aria-valid-attr-value': '.ant-tree-select input, .ant-select-auto-complete input',
  // The checkbox that selects all items of a transfer's list cannot be given a name; the count of selected items next to it is read.
  label: '.ant-transfer [class*="-header"] input, .ant-transfer [class*="-checkbox"] input',
  // Two buttons in the head of a calendar, not in the tab order, are named after what they open, not after the year and month that they show.
  'label-content-name-mismatch': '.ant-picker-year-btn, .ant-picker-month-btn',
}

type Checked = { faults: string[]; met: number }

/**
 * Checks what is shown with axe-core: all rules in the light theme, the contrast also in the dark one. `known`: keys of what was checked
 * before, on any page: the markup of layers without numbers, and the colouring of texts. The same menu over another page is not checked
 * again. Contrast takes most of the time: it is checked only when a text has a colouring that was not checked before.
 */
export async function accessFaults(page: Page, known: Set<string>): Promise<Checked> {
  const { layer, colours } = await page.evaluate(shownIn, LAYER)
  if (layer !== undefined && known.has(layer)) return { faults: [], met: 0 }
  if (layer !== undefined) known.add(layer)
  const isColouredAsBefore = colours.every((one) => known.has(one))
  for (const one of colours) known.add(one)
  if (isColouredAsBefore) return check(page, WITHOUT_CONTRAST, 'light')
  const light = await check(page, ALL, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  try {
    const dark = await check(page, CONTRAST, 'dark')
    return { faults: [...light.faults, ...dark.faults.map((text) => `${text}（深色）`)], met: light.met + dark.met }
  } finally {
    await page.emulateMedia({ colorScheme: 'light' })
  }
}

/** Runs in the page. */
function shownIn(layers: string): { layer?: string; colours: string[] } {
  const isSeen = (one: Element): boolean => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const top = [...document.querySelectorAll(layers)].filter(isSeen).at(-1)
  // Without numbers, which are in ids, positions and counts. Colours are kept: of two layers that differ only in colour both are checked.
  const plain = (markup: string): string =>
    markup.replaceAll(/(#[0-9a-f]{3,8}\b|rgba?\([^)]*\))| data-walk[-a-z]*="[^"]*"|_r_[a-z0-9]+_|\d+/g, '$1')

  // These attributes decide which rules of the style sheets colour an element.
  const shapeOf = (one: Element): string =>
    plain(
      [...one.attributes]
        .filter(({ name }) =>
          /^(class|style|disabled|aria-(selected|checked|disabled|current)|data-(?!walk|row-key|view|node|menu|key|label))/.test(
            name,
          ),
        )
        .filter(({ name, value }) => name !== 'style' || /color|background|opacity/.test(value))
        .map(({ name, value }) => `${name}=${value}`)
        .join(' '),
    )
  const colourOf = (one: Element): string => getComputedStyle(one).color
  const groundOf = (one: Element): string => getComputedStyle(one).backgroundColor
  /** Describes the text's element, its parent, the element that its colour is inherited from, and those that colour its background. */
  const colouringOf = (one: Element): string => {
    const { color, fontSize, fontWeight } = getComputedStyle(one)
    let source = one
    while (source.parentElement && colourOf(source.parentElement) === color) source = source.parentElement
    const grounds: string[] = []
    for (let at: Element | null = one; at; at = at.parentElement) {
      const ground = groundOf(at)
      if (ground === 'rgba(0, 0, 0, 0)') continue
      grounds.push(ground, shapeOf(at))
      if (ground.startsWith('rgb(')) break
    }
    const around = one.parentElement ?? one
    return [color, fontSize, fontWeight, ...[one, around, source].map(shapeOf), ...grounds].join('|')
  }
  const within = top ?? document.body
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const withText = new Set<Element>(within.querySelectorAll('input, textarea'))
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.parentElement && text.textContent?.trim() !== '') withText.add(text.parentElement)
  const colours = [...new Set([...withText].filter(isSeen).map(colouringOf))]
  return { layer: top && plain(top.outerHTML), colours }
}

async function check(page: Page, options: RunOptions, scheme: 'light' | 'dark'): Promise<Checked> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([how, layer, field, notOurs, theme]) => {
      const isSeen = (one: Element): boolean => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const frames = () =>
        new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))
      const valueOf = (one: Element, name: string): string => getComputedStyle(one).getPropertyValue(name).trim()
      const isThemeDrawn = (): boolean =>
        document.documentElement.dataset['theme'] === theme &&
        [...document.querySelectorAll('.ant-btn')]
          .filter(isSeen)
          .every((one) => valueOf(one, '--ant-color-text') === valueOf(document.documentElement, '--hq-text'))
      // The console draws a new theme or window within the next frames; on a busy machine not in the first one.
      await frames()
      for (let turn = 0; turn < 60 && !isThemeDrawn(); turn++) await frames()
      // During a transition a colour is neither the old nor the new one: transitions are finished first.
      for (let turn = 0; turn < 10; turn++) {
        const running = document
          .getAnimations()
          .filter((one) => one.playState !== 'finished' && Number.isFinite(one.effect?.getComputedTiming().endTime))
        if (turn > 0 && running.length === 0) break
        for (const one of running) one.finish()
        await frames()
      }
      const top = [...document.querySelectorAll(layer)].filter(isSeen).at(-1)
      const { axe: inPage } = window as unknown as {
        axe: { run: (where: object, options: RunOptions) => Promise<AxeResults> }
      }
      const isChoices = top?.matches('.ant-select-dropdown, .ant-picker-dropdown') ?? false
      const fields = isChoices ? [...document.querySelectorAll(field)].filter(isSeen) : []
      const { violations, passes } = await inPage.run({ include: [top ?? document.documentElement, ...fields] }, how)
      const faults = violations.flatMap(({ id, nodes }) => {
        const except = notOurs[id]
        const ours = nodes.filter(({ element }) => except === undefined || !element?.matches(except))
        return ours.slice(0, 3).map(({ html, any, target }) => {
          const why = any.find(({ message }) => id === 'color-contrast' && message)?.message ?? ''
          return `${id}：${html.replaceAll(/\s+/g, ' ').slice(0, 120)} ${target.join(' ').slice(-80)} ${why.slice(0, 140)}`
        })
      })
      return { faults, met: passes.length + violations.length }
    },
    [options, LAYER, FIELD, NOT_OURS, scheme] as const,
  )
}
