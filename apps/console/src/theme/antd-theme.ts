import type { MappingAlgorithm, ThemeConfig } from 'antd'
import { theme } from 'antd'
import type { Colors, Scheme } from './tokens.ts'
import { COLORS, FONT, RADIUS } from './tokens.ts'

/** Our own values of colours that Ant Design derives, because the text on or in the derived ones has too little contrast. */
const exact =
  (c: Colors): MappingAlgorithm =>
  (seed, map) => ({
    ...(map ?? theme.defaultAlgorithm(seed)),
    colorPrimary: c.ours,
    colorPrimaryBg: c.selected,
    colorLink: c.oursInk,
    colorError: c.failed,
  })

/** Ant Design's tokens, derived from ours: small type, one card depth, hairline borders, no motion that makes a person wait. */
export function antdTheme(scheme: Scheme, isStill = false): ThemeConfig {
  const c = COLORS[scheme]
  return {
    algorithm: [scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, exact(c)],
    hashed: false,
    token: {
      colorPrimary: c.ours,
      colorInfo: c.ours,
      colorLink: c.oursInk,
      // Derived from the link's colour they would have too little contrast, in the dark theme half of what is needed.
      colorLinkHover: c.oursInk,
      colorLinkActive: c.oursInk,
      colorSuccess: c.done,
      colorWarning: c.attention,
      colorError: c.failed,
      colorBgLayout: c.page,
      colorBgContainer: c.surface,
      colorBgElevated: c.surface,
      colorBorder: c.borderStrong,
      colorBorderSecondary: c.border,
      colorText: c.text,
      colorTextSecondary: c.textSecondary,
      colorTextTertiary: c.textFaint,
      colorTextPlaceholder: c.textFaint,
      fontFamily: FONT.sans,
      fontFamilyCode: FONT.mono,
      fontSize: FONT.body,
      borderRadius: RADIUS,
      // With reduced motion base.css removes the transitions, so Ant Design must not wait for their end.
      motion: !isStill,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
      wireframe: false,
    },
    components: {
      Table: {
        headerBg: c.surfaceMuted,
        headerColor: c.textSecondary,
        rowHoverBg: c.surfaceHover,
        rowSelectedBg: c.selected,
        rowSelectedHoverBg: c.selected,
        cellPaddingBlockSM: 7,
      },
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        primaryColor: c.onOurs,
        dangerColor: c.onOurs,
      },
      Select: { optionSelectedBg: c.selected, optionActiveBg: c.surfaceHover, controlItemBgActiveHover: c.selected },
      // Days of the neighbouring months can be chosen, so they are no disabled text.
      DatePicker: { colorTextDisabled: c.textFaint },
      Drawer: { paddingLG: 16 },
      Form: { itemMarginBottom: 14, verticalLabelPadding: '0 0 4px', labelColor: c.textSecondary },
    },
  }
}
