import type { AnchorHTMLAttributes, ReactNode } from 'react'

type PlainLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  /** an address of this console */
  to: string
  /** asked when it is clicked: where to go after all */
  resolve?: () => string
  go: (to: string) => void
}

/**
 * A link that looks at nothing but its own address. The router's own looks at where the person is, so that each of them would be
 * drawn again on every way to anywhere. With a key held or another button it is the browser's.
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
