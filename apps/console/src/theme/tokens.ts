import { SIDEBAR_COLLAPSED_PX, SIDEBAR_EXPANDED_PX, TOAST_GAP_PX } from '@huoqiao/contract/specification'

/**
 * The one place where colours are defined (design, "two banks and a bridge"): orange for what comes from 1688, green for what is in a shop,
 * ink blue for our own data; five hues for states. Pages use them as `var(--hq-name)`; Ant Design gets them through antd-theme.ts. Every
 * text colour has AA contrast on the backgrounds that it is used on; tokens.test.ts checks this.
 */
export type Scheme = 'light' | 'dark'

export type Colors = {
  readonly [
    K in
      | 'page'
      | 'surface'
      | 'surfaceMuted'
      | 'surfaceHover'
      | 'selected'
      | 'border'
      | 'borderStrong'
      | 'text'
      | 'textSecondary'
      | 'textFaint'
      | 'ours'
      | 'oursInk'
      | 'onOurs'
      | 'source'
      | 'sourceInk'
      | 'store'
      | 'storeInk'
      | 'sidebar'
      | 'sidebarRaised'
      | 'sidebarText'
      | 'sidebarTextStrong'
      | 'sidebarBorder'
      | 'waiting'
      | 'waitingGround'
      | 'moving'
      | 'movingGround'
      | 'done'
      | 'doneGround'
      | 'attention'
      | 'attentionGround'
      | 'failed'
      | 'failedGround'
      | 'removedGround'
      | 'addedGround'
      | 'veil'
      | 'shadow'
  ]: string
}

const light: Colors = {
  page: '#f4f6f8',
  surface: '#ffffff',
  surfaceMuted: '#f8f9fb',
  surfaceHover: '#f0f3f7',
  selected: '#e8f0fb',
  border: '#e1e5ea',
  borderStrong: '#c5ccd6',
  text: '#1c2430',
  textSecondary: '#566171',
  textFaint: '#66707f',
  ours: '#23508f',
  oursInk: '#1f4884',
  onOurs: '#ffffff',
  source: '#dc6803',
  sourceInk: '#a84b00',
  store: '#168a5b',
  storeInk: '#0f6b46',
  sidebar: '#172131',
  sidebarRaised: '#24324a',
  sidebarText: '#b4c0d0',
  sidebarTextStrong: '#ffffff',
  sidebarBorder: '#2b394f',
  waiting: '#525d6c',
  waitingGround: '#eef1f4',
  moving: '#1a5cb8',
  movingGround: '#e7f0fd',
  done: '#146c43',
  doneGround: '#e4f4eb',
  attention: '#8a5200',
  attentionGround: '#fdf2dc',
  failed: '#b3261e',
  failedGround: '#fdebe9',
  removedGround: '#fbd9d5',
  addedGround: '#cdeedb',
  veil: 'rgb(244 246 248 / 72%)',
  shadow: '0 6px 24px rgb(16 24 40 / 16%)',
}

const dark: Colors = {
  page: '#11151b',
  surface: '#191f27',
  surfaceMuted: '#1e252e',
  surfaceHover: '#252d38',
  selected: '#1d2f4c',
  border: '#2d3642',
  borderStrong: '#46515f',
  text: '#e5e9ef',
  textSecondary: '#a9b3c0',
  textFaint: '#929dab',
  ours: '#5b8fdc',
  oursInk: '#8fb6f0',
  onOurs: '#0d1521',
  source: '#f0913a',
  sourceInk: '#f5ab66',
  store: '#3fb883',
  storeInk: '#6fd3a5',
  sidebar: '#0d1219',
  sidebarRaised: '#1f2b3d',
  sidebarText: '#a9b5c4',
  sidebarTextStrong: '#ffffff',
  sidebarBorder: '#222c3a',
  waiting: '#b5bfca',
  waitingGround: '#2a323c',
  moving: '#8ebaf7',
  movingGround: '#1b2d49',
  done: '#74d5a5',
  doneGround: '#163226',
  attention: '#f2c176',
  attentionGround: '#3a2d12',
  failed: '#f7a29a',
  failedGround: '#431f1d',
  removedGround: '#5a2724',
  addedGround: '#1c4a35',
  veil: 'rgb(17 21 27 / 72%)',
  shadow: '0 8px 28px rgb(0 0 0 / 55%)',
}

export const COLORS: Readonly<Record<Scheme, Colors>> = { light, dark }

export const FONT = {
  sans: "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'WenQuanYi Micro Hei', system-ui, sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', monospace",
  body: 13,
  secondary: 12,
  title: 16,
  figure: 20,
} as const

export const RADIUS = 6

/** Sidebar widths of specification section 9. */

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const declarations = (scheme: Scheme): string =>
  [
    `color-scheme:${scheme}`,
    ...Object.entries(COLORS[scheme]).map(([name, value]) => `--hq-${kebab(name)}:${value}`),
  ].join(';')

/** The style sheet that virtual:tokens.css serves: the system's colour scheme until a person has chosen one. */
export const tokensCss = (): string =>
  [
    `:root{--hq-font:${FONT.sans};--hq-mono:${FONT.mono};--hq-radius:${RADIUS}px;` +
      `--hq-sidebar-expanded:${SIDEBAR_EXPANDED_PX}px;--hq-sidebar-collapsed:${SIDEBAR_COLLAPSED_PX}px;--hq-toast-gap:${TOAST_GAP_PX}px;${declarations('light')}}`,
    `@media (prefers-color-scheme:dark){:root{${declarations('dark')}}}`,
    `:root[data-theme='light']{${declarations('light')}}`,
    `:root[data-theme='dark']{${declarations('dark')}}`,
  ].join('\n')
