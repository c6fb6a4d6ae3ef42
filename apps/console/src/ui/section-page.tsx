import { Segmented } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { Suspense } from 'react'
import { useAddressParams } from '../lib/address-params.ts'
import { EmptyState } from './empty-state.tsx'
import { RowSkeletons } from './skeletons.tsx'

/** What the list page of every section shows at its top: it is spread into `ListPage`. */
export type SectionHead = { title: string; sections: ReactNode }
export type Section = {
  key: string
  label: string
  /** the caller may read it */
  may: boolean
  Shown: ComponentType<{ head: SectionHead }>
}
/** `none`: what a person who may read no section is told. */
type SectionPageProps = { title: string; sections: readonly Section[]; none: string }

/** A page of several lists, of which one is shown. They are chosen beside the title, because the row below it has the states of the list. */
export function SectionPage({ title, sections, none }: SectionPageProps): ReactNode {
  const [params, change] = useAddressParams()
  const shown = sections.filter(({ may }) => may)
  const section = shown.find(({ key }) => key === params.get('tab')) ?? shown[0]
  if (!section) return <EmptyState text={none} />
  const choice = (
    <Segmented
      aria-label={`${title}的内容`}
      value={section.key}
      options={shown.map(({ key, label }) => ({ value: key, label }))}
      // Each section has its own filters: those of another one must not stay in the address.
      onChange={(key) => change(() => new URLSearchParams(key === shown[0]!.key ? {} : { tab: key }))}
    />
  )
  return (
    <Suspense fallback={<RowSkeletons />}>
      <section.Shown head={{ title, sections: choice }} />
    </Suspense>
  )
}
