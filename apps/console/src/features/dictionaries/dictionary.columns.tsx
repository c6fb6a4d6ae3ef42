import type { Dictionary } from '@huoqiao/contract/dictionaries/dictionaries.schema'
import { DICTIONARY_FIELDS } from '@huoqiao/contract/dictionaries/dictionaries.fields'
import type { TableColumnsType } from 'antd'
import { Button } from 'antd'
import { Can } from '../../lib/permission.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './dictionaries.module.css'

type DictionaryActions = { onOpen: (row: Dictionary) => void; onDelete: (row: Dictionary) => void }

const SHOWN_ENTRIES = 6

/** The server says what may be done with each row, and why not; the column only shows that. */
export function dictionaryColumns({ onOpen, onDelete }: DictionaryActions): TableColumnsType<Dictionary> {
  return [
    ...fieldColumns<Dictionary, typeof DICTIONARY_FIELDS>(DICTIONARY_FIELDS, {
      name: { width: 140, render: (_, row) => <OpenButton onOpen={() => onOpen(row)}>{row.name}</OpenButton> },
      code: { width: 170, render: (_, { code }) => <CopyId value={code} chars={24} /> },
      entries: {
        render: (_, row) => (
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
      note: { width: 140, ellipsis: true },
      updatedAt: { width: 160 },
    }),
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
