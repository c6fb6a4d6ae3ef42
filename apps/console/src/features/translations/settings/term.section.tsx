import { PlusOutlined } from '@ant-design/icons'
import { languageName } from '@huoqiao/contract/languages'
import { GLOSSARY_TERM_FIELDS } from '@huoqiao/contract/translations/glossary.fields'
import type { GlossaryTerm } from '@huoqiao/contract/translations/glossary.schema'
import { TERM_KINDS } from '@huoqiao/contract/translations/glossary.status'
import type { TermKind } from '@huoqiao/contract/translations/glossary.status'
import { LOCALES } from '@huoqiao/contract/translations/translations.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import type { TableColumnsType } from 'antd'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useMemo } from 'react'
import { toast } from '../../../lib/client.ts'
import type { CallInput } from '../../../lib/contract.ts'
import { useEditAddress } from '../../../lib/edit-address.ts'
import { some, TABLE_PAGING, useListQuery } from '../../../lib/list-query.ts'
import { Can, useAllowed } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { TablePage } from '../../../ui/table-page.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import type { SectionHead } from '../../../ui/section-page.tsx'

const TermDrawer = lazy(() => import('./term.drawer.tsx'))

const DEFAULTS = { kind: '', locale: '', keyword: '' }
type Values = { [K in keyof typeof DEFAULTS]: string }
const KINDS = Object.keys(TERM_KINDS) as TermKind[]
const LANGUAGES = (Object.keys(LOCALES) as Locale[]).map((value) => ({ value, label: LOCALES[value] }))

/** The glossary. */
export default function TermSection({ head }: { head: SectionHead }): ReactNode {
  const query = useListQuery<Values>('glossary', DEFAULTS, { paging: TABLE_PAGING })
  const beside: CallInput<'getGlossaryCountByKind'> = {
    locale: some(query.filters.locale) as Locale | undefined,
    keyword: some(query.filters.keyword),
  }
  const answer = useRead('queryGlossaryTerms', {
    ...beside,
    kind: some(query.filters.kind) as TermKind | undefined,
    page: query.page,
    pageSize: query.pageSize,
  })
  const counts = useRead('getGlossaryCountByKind', beside)
  const [edited, edit] = useEditAddress()
  const row = answer.data?.list.find(({ id }) => id === edited)
  const columns = useMemo(() => termColumns(edit), [edit])
  const view = useTableView('glossary', columns, 900)
  const add = (
    <Can call="addGlossaryTerm">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
        新增术语
      </Button>
    </Can>
  )
  return (
    <TablePage<GlossaryTerm>
      {...head}
      name="glossary"
      subtitle="译文必须用的词、保持原文的词，和不许出现的词"
      action={add}
      filters={
        <>
          <SearchField
            value={query.filters.keyword}
            placeholder="术语、译法、说明"
            onSearch={(keyword) => query.setFilters({ keyword })}
          />
          <Select
            aria-label="语言"
            placeholder="语言"
            style={{ width: 170 }}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={query.filters.locale || undefined}
            options={LANGUAGES}
            onChange={(locale: string | undefined) => query.setFilters({ locale: locale ?? '' })}
          />
        </>
      }
      tabs={[
        { key: '', label: '全部', count: counts.data?.all },
        ...KINDS.map((key) => ({ key, label: TERM_KINDS[key], count: counts.data?.counts[key] ?? 0 })),
      ]}
      tab={query.filters.kind}
      onTab={(kind) => query.setFilters({ kind })}
      query={query}
      answer={answer}
      view={view}
      none={{
        text: '还没有术语。加一条“保持原文”的品牌名，或一个词的固定译法，所有翻译都会照着做。',
        filtered: '没有符合条件的术语',
        action: add,
      }}
    >
      <Suspense fallback={null}>
        {edited === 'new' || row ? <TermDrawer key={edited} row={row} onClose={() => edit(undefined)} /> : null}
      </Suspense>
    </TablePage>
  )
}

const termColumns = (edit: (id: string) => void): TableColumnsType<GlossaryTerm> =>
  fieldColumns<GlossaryTerm, typeof GLOSSARY_TERM_FIELDS>(GLOSSARY_TERM_FIELDS, {
    source: {
      width: 200,
      render: (_, { id, source }) => <OpenButton onOpen={() => edit(id)}>{source}</OpenButton>,
    },
    kind: { width: 100 },
    target: { width: 200, ellipsis: true },
    locale: { width: 130, render: (_, { locale }) => (locale === null ? '所有语言' : languageName(locale)) },
    storeName: { width: 130, render: (_, { storeName }) => storeName ?? '所有店铺' },
    note: { ellipsis: true },
    updatedBy: { width: 100 },
    updatedAt: { width: 150 },
  }).concat({
    key: 'steps',
    title: '',
    width: 90,
    render: (_, row) => <Remove row={row} />,
  })

function Remove({ row }: { row: GlossaryTerm }): ReactNode {
  const { run, isPending } = useAct('deleteGlossaryTerm')
  const allowed = useAllowed()
  async function ask(): Promise<void> {
    const isSure = await askConfirm({
      title: `删除术语“${row.source}”？`,
      content: '已有的译文不变，之后的翻译不再照它做。',
      okText: '删除',
      danger: true,
    })
    if (isSure && (await run({ id: row.id, version: row.version })).ok) toast.success('已删除')
  }
  return (
    <CanButton
      size="small"
      type="text"
      danger
      aria-label={`删除术语 ${row.source}`}
      allowed={allowed(row, 'deleteGlossaryTerm')}
      loading={isPending}
      onClick={() => void ask()}
    >
      删除
    </CanButton>
  )
}
