import type { Page } from 'playwright-core'
import type { AxeResults, RunOptions } from 'axe-core'
import axe from 'axe-core'

/** The success criteria of WCAG 2.2, levels A and AA, that a program can check. */
const CRITERIA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const ALL: RunOptions = { runOnly: CRITERIA, resultTypes: ['violations'], iframes: false, elementRef: true }
/** The only criterion that depends on the theme. */
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, iframes: false, elementRef: true }
const WITHOUT_CONTRAST: RunOptions = { ...ALL, rules: { 'color-contrast': { enabled: false } } }

/** What stands over the page, which is checked when it is alone on top. */
const LAYER =
  '.ant-drawer-section, [role=dialog], .ant-modal, .ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden), ' +
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden), .ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'
/** The field that an open list of choices belongs to, which names the list and the active choice. */
const FIELD = '.ant-select-open, .ant-picker-focused'
/** Elements of Ant Design that a rule finds fault with and that we cannot change; each rule holds for everything else. */
const NOT_OURS: Readonly<Record<string, string>> = {
  // Columns of hours and minutes without a tab stop: a time can be typed into the field itself.
  'scrollable-region-focusable': '.ant-picker-time-panel-column',
  // A tree select names a list by an id that its tree does not have; what it shows is read as a tree. A field with proposals names their list
  // also while nothing matches and there is none.
  'aria-valid-attr-value': '.ant-tree-select input, .ant-select-auto-complete input',
  // The box that selects all of a transfer's list takes no name; the count of the selected beside it is read.
  label: '.ant-transfer [class*="-header"] input, .ant-transfer [class*="-checkbox"] input',
  // Two buttons in the head of a calendar, out of the tab order, are named by what they open and not by the year and month on them.
  'label-content-name-mismatch': '.ant-picker-year-btn, .ant-picker-month-btn',
}

type Checked = { faults: string[]; met: number }

/**
 * What axe-core finds in what is shown: everything in the light theme, the contrast in the dark one as well. `known`: what was checked
 * before, on any page: the layers by their markup without numbers, and the texts by how they are coloured. The same menu over another page
 * is not checked again, and the contrast, which takes most of the time, only where a text is coloured in a new way.
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
  // Numbers are in ids, positions and counts. Colours stay: two layers that differ in them only are checked both.
  const plain = (markup: string): string =>
    markup.replaceAll(/(#[0-9a-f]{3,8}\b|rgba?\([^)]*\))| data-walk[-a-z]*="[^"]*"|_r_[a-z0-9]+_|\d+/g, '$1')

  // Which rules of the style sheets colour an element is decided by these attributes.
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
  /** The text's element and the one around it, the one that the colour is inherited from, and those that colour the ground below it. */
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
      // The console draws a new theme, and a new window, with one of the next frames: on a busy machine not with the first.
      await frames()
      for (let turn = 0; turn < 60 && !isThemeDrawn(); turn++) await frames()
      // A colour on its way to another one is neither.
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
