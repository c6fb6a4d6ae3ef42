import { createContext, use, useEffect } from 'react'

/** The shell gives each view the means to name its tab. */
export const TabTitleContext = createContext<(title: string) => void>(() => undefined)

/** Names the tab of this view once it is known what it shows; until then the tab says 加载中... */
export function useTabTitle(title: string | undefined): void {
  const name = use(TabTitleContext)
  useEffect(() => {
    if (title !== undefined) name(title)
  }, [name, title])
}
