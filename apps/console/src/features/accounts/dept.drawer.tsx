import type { DeptFields, DeptRow } from '@huoqiao/contract/accounts/accounts.schema'
import { DEPARTMENT_FIELDS } from '@huoqiao/contract/accounts/accounts.fields'
import { Input, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { firstFocus } from '../../ui/first-focus.ts'
import { useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { NumberField, within } from '../../ui/count-field.tsx'
import { comparedFields, formItems } from '../../ui/field-form.tsx'
import { RecordDrawer } from '../../ui/record-drawer.tsx'
import { deptOptions } from './use-find-dept-role-list.ts'

const POSITION = { least: 0, most: 10_000 }

type DeptDrawerProps = {
  row: DeptRow | undefined
  /** the initial parent of a new department */
  parentId: string | null
  depts: readonly DeptRow[]
  onClose: () => void
}

export function DeptDrawer({ row, parentId, depts, onClose }: DeptDrawerProps): ReactNode {
  const add = useAct('addDept')
  const update = useAct('updateDept')
  const may = useMay(row ? 'updateDept' : 'addDept')
  const last = depts.filter((dept) => dept.parentId === parentId).length
  const valuesOf = (of: DeptRow | undefined): DeptFields => ({
    parentId: of ? of.parentId : parentId,
    name: of?.name ?? '',
    position: of?.position ?? last,
  })
  return (
    <RecordDrawer<DeptRow, DeptFields>
      noun="部门"
      draftKey={row ? 'dept' : `dept:${parentId ?? 'top'}`}
      size={420}
      row={row}
      valuesOf={valuesOf}
      fields={comparedFields<DeptFields, typeof DEPARTMENT_FIELDS>(DEPARTMENT_FIELDS, {
        name: 'plain',
        parentId: (of) => depts.find((dept) => dept.id === of.parentId)?.name ?? '（最上层）',
        position: 'plain',
      })}
      isSaving={add.isPending || update.isPending}
      isReadOnly={!may || typeof row?.can.updateDept === 'string'}
      save={(values, of) => {
        const fields = { ...values, parentId: values.parentId ?? null, position: values.position ?? 0 }
        return of ? update.run({ ...fields, ...of }) : add.run(fields)
      }}
      onClose={onClose}
    >
      {() =>
        formItems<DeptFields>(DEPARTMENT_FIELDS, {
          name: {
            rules: [{ required: true, whitespace: true }],
            input: <Input maxLength={64} placeholder="例如 采购部" ref={row ? undefined : firstFocus} />,
          },
          parentId: {
            input: (
              <TreeSelect
                allowClear
                treeDefaultExpandAll
                placeholder="不选则在最上层"
                treeData={deptOptions(depts, row?.id)}
                showSearch={{ treeNodeFilterProp: 'title' }}
              />
            ),
          },
          position: {
            extra: '小的在前',
            rules: [within(POSITION)],
            input: <NumberField {...POSITION} precision={0} />,
          },
        })
      }
    </RecordDrawer>
  )
}
