import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { Can } from '../../lib/permission.tsx'
import { TABLE_PAGING, useListQuery } from '../../lib/list-query.ts'
import { useAct, useRead } from '../../lib/use-call.ts'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import { toast } from '../../lib/client.ts'
import { dictionaryColumns } from './dictionary.columns.tsx'
import { DictionaryDrawer } from './dictionary.drawer.tsx'

const DEFAULTS = { keyword: '' }
const BASE = '/system/dictionaries'
const NEW = 'new'

/** The dictionaries of the app, and the drawer of one, which has its own address. */
export default function DictionaryListPage(): ReactNode {
  const query = useListQuery('dictionaries', DEFAULTS, { paging: TABLE_PAGING })
  const list = useRead('queryDictionaries', query.input)
  const remove = useAct('deleteDictionary')
  const { dictionaryId } = useParams()
  const navigate = useNavigate()
  const { search } = useLocation()
  const open = useCallback((id: string) => void navigate(`${BASE}/${id}${search}`), [navigate, search])
  const close = useCallback(() => void navigate(`${BASE}${search}`), [navigate, search])

  const { run } = remove
  const ask = useCallback(
    async (row: Dictionary) => {
      const sure = await askConfirm({
        title: `删除字典“${row.name}”？`,
        content: `编码 ${row.code}，共 ${row.entries.length} 项。删除后不能恢复。`,
        okText: '删除',
        danger: true,
      })
      if (!sure) return
      const done = await run({ id: row.id, version: row.version })
      if (done.ok) toast.success(`已删除 ${row.name}`)
    },
    [run],
  )
  const columns = useMemo(
    () => dictionaryColumns({ onOpen: (row) => open(row.id), onDelete: (row) => void ask(row) }),
    [open, ask],
  )
  const view = useTableView('dictionaries', columns, 900)
  const rows = list.data?.list
  const opened = dictionaryId === NEW ? 'new' : rows?.find((row) => row.id === dictionaryId)

  const add = (
    <Can call="addDictionary">
      <Button type="primary" onClick={() => open(NEW)}>
        新增字典
      </Button>
    </Can>
  )

  return (
    <TablePage
      title="数据字典"
      subtitle="页面上可选的词，停用后不再出现在新表单里"
      action={add}
      filters={
        <SearchField
          value={query.filters.keyword}
          placeholder="编码或名称"
          onSearch={(keyword) => query.setFilters({ keyword })}
        />
      }
      query={query}
      answer={list}
      view={view}
      none={{
        text: '还没有字典。字典是页面上可选的词，例如搁置原因、物流公司。',
        filtered: '没有符合条件的字典',
        action: add,
      }}
    >
      <DictionaryDrawer
        key={typeof opened === 'object' ? opened.id : opened}
        dictionary={opened}
        isMissing={dictionaryId !== undefined && rows !== undefined && opened === undefined}
        onClose={close}
      />
    </TablePage>
  )
}
