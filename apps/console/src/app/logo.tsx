import type { ReactNode } from 'react'

/** The logo: two banks and a bridge. */
export function Logo({ size = 28, deck = 'var(--hq-ours)' }: { size?: number; deck?: string }): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" strokeLinecap="round" aria-hidden>
      <path d="M6 22C9 13.5 12 10.500 16 10.500S23 13.500 26 22" stroke={deck} strokeWidth="2.600" />
      <path d="M3 22h26M11 22v-5.500M16 22V10.800M21 22v-5.500" stroke={deck} strokeWidth="2" />
      <circle cx="4.500" cy="22" r="3.500" fill="var(--hq-source)" />
      <circle cx="27.500" cy="22" r="3.500" fill="var(--hq-store)" />
    </svg>
  )
}
