import type { Page } from 'playwright-core'

/** A control that can be pressed or typed into, marked in the page so that it can be found again. */
export type Mark = {
  /** identifies the control's kind; a screen tries each kind once */
  key: string
  kind: 'button' | 'tab' | 'choice' | 'input'
  label: string
  selector: string
  /** the button that submits */
  isMain: boolean
}
export type Layer = { id: string; title: string; kind: 'window' | 'menu' | 'choices' }
export type Sight = {
  address: string
  layers: Layer[]
  wrong: string[]
  /** disabled submit buttons of the topmost dialog or drawer, or of the page's forms: they explain nothing to a person who presses them */
  grey: string[]
  links: string[]
}

/** Windows, menus and option lists over the page, the topmost last. */
export const see = (page: Page): Promise<Sight> => page.evaluate(sight)
/** Controls in the layer, or in the page when none is given. */
export const marksIn = (page: Page, layer?: string): Promise<Mark[]> => page.evaluate(mark, layer)

function sight(): Sight {
  const isSeen = (one: Element): boolean => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const kinds: readonly [Layer['kind'], string][] = [
    ['window', '.ant-drawer-section, .ant-modal, [role=dialog]:not(.ant-drawer):not(.ant-modal)'],
    [
      'menu',
      '.ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden), [role=menu]:not(.ant-dropdown-menu):not(.ant-menu)',
    ],
    [
      'choices',
      '.ant-select-dropdown:not(.ant-select-dropdown-hidden), .ant-picker-dropdown:not(.ant-picker-dropdown-hidden), .ant-cascader-dropdown',
    ],
  ]
  const layers: Layer[] = []
  const found = kinds.flatMap(([kind, selector]) =>
    [...document.querySelectorAll(selector)].map((one) => [kind, one] as const),
  )
  for (const [kind, one] of found) {
    if (!isSeen(one) || found.some(([, other]) => other !== one && other.contains(one))) continue
    const id = (one.getAttribute('data-walk-layer') ?? `${Math.random()}`).slice(2)
    one.setAttribute('data-walk-layer', `0.${id}`)
    const head =
      one.querySelector('.ant-drawer-title, .ant-modal-title, h1, h2, h3')?.textContent ??
      one.getAttribute('aria-label') ??
      ''
    layers.push({
      id: `0.${id}`,
      kind,
      title: head
        .replace(/[\d#-]+/g, '')
        .trim()
        .slice(0, 30),
    })
  }
  // Windows below another one were checked before.
  const over = [...document.querySelectorAll('.ant-modal, .ant-drawer-section')].filter(isSeen).at(-1)
  const wrong = [
    ...document.querySelectorAll('.ant-form-item-explain-error, [role=dialog] p[role=alert], [id$="-wrong"]'),
  ]
    .filter((one) => isSeen(one) && (over?.contains(one) ?? true))
    .map((one) => one.textContent ?? '')
  const view = [...document.querySelectorAll('[data-view]')].find(isSeen)
  const links = [...(view?.querySelectorAll<HTMLAnchorElement>('a[href^="/"]') ?? [])].map((one) =>
    one.getAttribute('href')!,
  )
  // The topmost window; without one, only the forms of the page, because its other disabled buttons show their reason.
  const forms = over ? [over] : [...(view?.querySelectorAll('form') ?? [])]
  const fields = 'input:not([type=hidden]), textarea'
  const grey = forms
    .filter((form) => form.querySelector(fields) !== null)
    .flatMap((form) => [...form.querySelectorAll<HTMLButtonElement>('button.ant-btn-primary:disabled')])
    // Controls beside the title act on the shown object, and are disabled with the server's reason.
    .filter((one) => isSeen(one) && !one.closest('.ant-transfer, .ant-drawer-header'))
    .map((one) => one.textContent ?? '')
  return { address: location.pathname + location.search, layers, wrong, grey, links }
}

function mark(layer: string | undefined): Mark[] {
  const isSeen = (one: Element): boolean => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const root = layer
    ? document.querySelector(`[data-walk-layer="${layer}"]`)
    : [...document.querySelectorAll('[data-view]')].find(isSeen)
  if (!root) return []
  const marks: Mark[] = []
  const met = new Map<string, number>()
  const wanted =
    'button, [role=button], [role=tab], [role=menuitem], [role=combobox], [role=switch], summary, label.ant-radio-button-wrapper, ' +
    '.ant-segmented-item, input:not([type=hidden]):not([type=file]), textarea, .ant-picker'
  for (const one of root.querySelectorAll<HTMLElement>(wanted)) {
    if (
      !isSeen(one) ||
      one.matches(':disabled, [aria-disabled=true], .ant-btn-loading') ||
      one.closest('.ant-pagination, [inert]')
    )
      continue
    // The walk itself presses the buttons that close a window.
    const label = (one.getAttribute('aria-label') || one.textContent || one.getAttribute('placeholder') || '').trim()
    if (/^(取消|关闭|返回|知道了|Close|×|关闭提示|收起.*|退出登录)$/i.test(label)) continue
    const isInput = one.matches('input, textarea')
    const isText =
      isInput &&
      !one.matches('[type=checkbox], [type=radio], [readonly], .ant-picker input') &&
      one.getAttribute('role') !== 'combobox'
    const isBox = one.matches('[type=checkbox], [type=radio]')
    if (isInput && !isText && !isBox && one.getAttribute('role') !== 'combobox') continue
    const kind = isText
      ? 'input'
      : one.matches('[role=tab]')
        ? 'tab'
        : one.matches('[role=combobox], .ant-picker')
          ? 'choice'
          : 'button'
    const row = one.closest('tr, li, [role=row], article')
    const place: string[] = []
    for (let at: Element | null = one; at && at !== root && place.length < 7; at = at.parentElement) {
      const column = at instanceof HTMLTableCellElement ? at.cellIndex : ''
      place.push(`${at.tagName}${(at.getAttribute('class') ?? '').split(' ')[0]}${column}`)
    }
    const words = row ? label.replace(/[^一-鿿]/g, '').slice(0, 12) : label.replace(/\d+/g, '#').slice(0, 24)
    const path = `${kind}|${place.join('<')}`
    const key = `${path}|${words}`
    if (marks.some((other) => other.key === key)) continue
    const count = (met.get(path) ?? 0) + 1
    met.set(path, count)
    if (row && count > 3) continue
    const id = one.dataset['walk'] ?? String(Math.random()).slice(2)
    one.dataset['walk'] = id
    const found = { label: label.slice(0, 30), selector: `[data-walk="${id}"]` }
    // A searchable option list is typed into as well as opened.
    if (one.matches('input[role=combobox]:not([readonly])'))
      marks.push({ ...found, key: `${key}|typed`, kind: 'input', isMain: false })
    marks.push({ ...found, key, kind, isMain: one.matches('.ant-btn-primary, [type=submit], [data-main=true]') })
  }
  return marks
}
