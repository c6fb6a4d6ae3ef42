import type { ReactNode } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { toast } from '../lib/client.ts'
import type { FilterView } from '../lib/list-query.ts'
import { usePreference } from '../lib/preferences.ts'
import { askText } from './dialogs.store.ts'
import { RowMenu } from './row-menu.tsx'
import type { RowMenuItems } from './row-menu.tsx'
import type { SavedView } from './saved-views.rules.ts'
import { MOST_VIEWS, viewAt, withView } from './saved-views.rules.ts'

const NONE: readonly SavedView[] = []

type SavedViewsProps = {
  /** the name of the list */
  name: string
  view: FilterView
}

/** 常用视图: named sets of filters, saved with the account; each view also has a link (beyond, item 14). */
export function SavedViews({ name, view }: SavedViewsProps): ReactNode {
  const [views, keep] = usePreference<readonly SavedView[]>(`views:${name}`, NONE)
  const current = viewAt(views, view.address)

  async function save(): Promise<void> {
    const answer = await askText({
      title: '保存为常用视图',
      label: '名称',
      initial: current?.name ?? '',
      placeholder: '例如 美国待采购',
      maxLength: 32,
    })
    const text = answer?.trim()
    if (!text) return
    keep(withView(views, { name: text, address: view.address }))
    toast.success(`已保存常用视图“${text}”`)
  }
  function remove({ name: gone }: SavedView): void {
    keep(views.filter((one) => one.name !== gone))
    toast.success(`已删除常用视图“${gone}”`)
  }

  const items = (): RowMenuItems => [
    ...views.map((one) => ({ key: `view ${one.name}`, label: one.name, onClick: () => view.open(one.address) })),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    {
      key: 'save',
      label: '把当前筛选存为视图',
      disabled: view.address === '' || views.length >= MOST_VIEWS,
      onClick: () => void save(),
    },
    { key: 'copy', label: '复制这个视图的链接', onClick: () => void copyText(linkOf(view.address)) },
    ...(views.length > 0
      ? [
          {
            key: 'remove',
            label: '删除视图',
            children: views.map((one) => ({
              key: `remove ${one.name}`,
              label: one.name,
              danger: true,
              onClick: () => remove(one),
            })),
          },
        ]
      : []),
  ]
  return (
    <RowMenu type="text" label={current ? `常用视图：${current.name}` : '常用视图'} items={items}>
      {current ? `视图：${current.name}` : '常用视图'}
    </RowMenu>
  )
}

/** The list's address with these filters alone: without the page number and without open drawers. */
const linkOf = (address: string): string =>
  `${location.origin}${location.pathname}${address === '' ? '' : `?${address}`}`
