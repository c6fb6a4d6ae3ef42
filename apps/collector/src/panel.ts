import { PANEL_STYLE } from './panel.style.ts'
import type { Report } from './report.ts'

/** The collector's own elements on the page, in a shadow tree, so that its styles and the page's do not affect each other. */
export type Panel = {
  /** container of the buttons */
  readonly bar: HTMLElement
  tell(report: Report, acts: { readonly [Act in NonNullable<Report['act']>]?: () => void }): void
}

const ACT_WORDS: Readonly<Record<NonNullable<Report['act']>, string>> = {
  settings: '打开设置',
  'copy-link': '复制链接',
  'without-description': '不带详情采集',
}
/** How long a report of success is shown. Other reports stay until they are closed. */
const SHOWN_MS = 6_000

export function openPanel(): Panel {
  const host = document.createElement('huoqiao-collector')
  const shadow = host.attachShadow({ mode: 'open' })
  const style = document.createElement('style')
  style.textContent = PANEL_STYLE
  const toasts = element('div', 'toasts')
  toasts.setAttribute('role', 'status')
  const bar = element('div', 'bar')
  shadow.append(style, toasts, bar)
  document.documentElement.append(host)
  return {
    bar,
    tell(report, acts) {
      const toast = element('div', `toast ${report.tone}`)
      toast.append(element('p', 'text', report.text))
      if (report.next !== undefined) toast.append(element('p', 'next', `下一步：${report.next}`))
      const act = report.act === undefined ? undefined : acts[report.act]
      const close = (): void => toast.remove()
      const foot = element('div', 'foot')
      if (report.act !== undefined && act)
        foot.append(
          button(ACT_WORDS[report.act], () => {
            close()
            act()
          }),
        )
      foot.append(button('知道了', close))
      toast.append(foot)
      toasts.append(toast)
      if (report.tone === 'done') setTimeout(close, SHOWN_MS)
    },
  }
}

export function element(tag: 'div' | 'p' | 'span', className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

export function button(words: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = words
  made.addEventListener('click', press)
  return made
}
