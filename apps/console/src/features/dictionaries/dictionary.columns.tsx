import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import type { TableColumnsType } from 'antd'
import { Button } from 'antd'
import { Can } from '../../lib/permission.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { CHANGED_COLUMN } from '../../ui/changed-column.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './dictionaries.module.css'

type DictionaryActions = { onOpen: (row: Dictionary) => void; onDelete: (row: Dictionary) => void }

const SHOWN_ENTRIES = 6

/** The server says what may be done with each row, and why not; the column only shows that. */
export function dictionaryColumns({ onOpen, onDelete }: DictionaryActions): TableColumnsType<Dictionary> {
  return [
    {
      title: '名称',
      dataIndex: 'name',
      width: 140,
      render: (name: string, row) => <OpenButton onOpen={() => onOpen(row)}>{name}</OpenButton>,
    },
    { title: '编码', dataIndex: 'code', width: 170, render: (code: string) => <CopyId value={code} chars={24} /> },
    {
      title: '字典项',
      dataIndex: 'entries',
      render: (_entries, row) => (
        <div className={styles.entries}>
          {row.entries.slice(0, SHOWN_ENTRIES).map((entry) => (
            <span key={entry.value}>
              <StateTag
                hue={entry.color ?? 'waiting'}
                label={entry.enabled ? entry.label : `${entry.label}（停用）`}
                title={entry.value}
              />
            </span>
          ))}
          {row.entries.length > SHOWN_ENTRIES ? `等 ${row.entries.length} 项` : null}
        </div>
      ),
    },
    { title: '备注', dataIndex: 'note', width: 140, ellipsis: true },
    CHANGED_COLUMN,
    {
      title: '操作',
      key: 'actions',
      width: 120,
      fixed: 'right',
      render: (_value, row) => (
        <>
          <Can call="updateDictionary">
            <Button type="link" onClick={() => onOpen(row)}>
              编辑
            </Button>
          </Can>
          <Can call="deleteDictionary">
            <CanButton type="link" danger allowed={row.can.deleteDictionary} onClick={() => onDelete(row)}>
              删除
            </CanButton>
          </Can>
        </>
      ),
    },
  ]
}
