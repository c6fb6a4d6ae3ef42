import { createContext, use, useEffect } from 'react'

/** The shell provides the function with which a view names its tab. */
export const TabTitleContext = createContext<(title: string) => void>(() => undefined)

/** Names the tab of this view once its data is known; until then the tab shows 加载中... */
export function useTabTitle(title: string | undefined): void {
  const name = use(TabTitleContext)
  useEffect(() => {
    if (title !== undefined) name(title)
  }, [name, title])
}
