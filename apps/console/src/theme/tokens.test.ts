import { expect, test } from 'vitest'
import type { Colors, Scheme } from './tokens.ts'
import { COLORS, tokensCss } from './tokens.ts'

const channel = (byte: number): number => {
  const c = byte / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16)))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
/** WCAG 2.2 contrast ratio. */
const contrast = (a: string, b: string): number => {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (hi! + 0.05) / (lo! + 0.05)
}

const TEXT_ON: [keyof Colors, (keyof Colors)[]][] = [
  ['text', ['page', 'surface', 'surfaceMuted', 'surfaceHover', 'selected', 'removedGround', 'addedGround']],
  ['textSecondary', ['page', 'surface', 'surfaceMuted', 'surfaceHover', 'selected']],
  ['textFaint', ['page', 'surface', 'surfaceMuted']],
  ['oursInk', ['page', 'surface', 'surfaceMuted', 'selected']],
  ['sourceInk', ['page', 'surface', 'surfaceMuted']],
  ['storeInk', ['page', 'surface', 'surfaceMuted']],
  ['onOurs', ['ours']],
  ['sidebarText', ['sidebar', 'sidebarRaised']],
  ['sidebarTextStrong', ['sidebar', 'sidebarRaised']],
  ['waiting', ['waitingGround', 'surface']],
  ['moving', ['movingGround', 'surface']],
  ['done', ['doneGround', 'surface']],
  ['attention', ['attentionGround', 'surface']],
  ['failed', ['failedGround', 'surface', 'page']],
]

const schemes: Scheme[] = ['light', 'dark']

test.each(schemes)('every text colour of the %s scheme has AA contrast on its backgrounds', (scheme) => {
  const colors = COLORS[scheme]
  const short = TEXT_ON.flatMap(([ink, grounds]) =>
    grounds
      .map((ground) => ({ ink, ground, ratio: contrast(colors[ink], colors[ground]) }))
      .filter(({ ratio }) => ratio < 4.5),
  )
  expect(short).toEqual([])
})

test.each(schemes)('the three accents of the %s scheme have the contrast of graphics on the surface', (scheme) => {
  const colors = COLORS[scheme]
  for (const accent of ['source', 'store', 'ours'] as const) {
    expect(contrast(colors[accent], colors.surface), accent).toBeGreaterThanOrEqual(3)
  }
})

test('the style sheet has every token in both schemes', () => {
  const css = tokensCss()
  expect(css.match(/--hq-surface-muted:/g)).toHaveLength(4)
  expect(css).toContain(`:root[data-theme='dark']{color-scheme:dark;--hq-page:${COLORS.dark.page}`)
})
