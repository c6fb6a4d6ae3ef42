import type { AnchorHTMLAttributes, ReactNode } from 'react'

type PlainLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  /** an address of this console */
  to: string
  /** called on a click: the address to open instead of `to` */
  resolve?: () => string
  go: (to: string) => void
}

/**
 * A link that depends only on its own address. The router's own link reads the current address, so that every link would be rendered again
 * on every navigation. Clicks with a modifier key or another button are left to the browser.
 */
export function PlainLink({ to, resolve, go, children, ...anchor }: PlainLinkProps): ReactNode {
  return (
    <a
      {...anchor}
      href={to}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        go(resolve?.() ?? to)
      }}
    >
      {children}
    </a>
  )
}
