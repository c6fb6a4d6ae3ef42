import type { ComponentType, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ListPage } from '../ui/list-page.tsx'
import { ChosenIds } from './chosen-ids.tsx'
import type { ChooserProps } from './choices.tsx'

/** A chooser as a page of its own: ?multiple=true&keyword=…&value=…; the chosen ids are in the address. */
export function ChooserPage({ title, Chooser }: { title: string; Chooser: ComponentType<ChooserProps> }): ReactNode {
  const [params, setParams] = useSearchParams()
  const value = (params.get('value') ?? '').split(',').filter((id) => id !== '')
  const isMultiple = params.get('multiple') !== 'false'
  function choose(ids: readonly string[]): void {
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (ids.length === 0) next.delete('value')
        else next.set('value', ids.join(','))
        return next
      },
      { replace: true },
    )
  }
  return (
    <ListPage title={title} subtitle={isMultiple ? '可以选多个' : '选一个'}>
      <Chooser keyword={params.get('keyword') ?? ''} isMultiple={isMultiple} value={value} onChange={choose} />
      <ChosenIds ids={value} />
    </ListPage>
  )
}
