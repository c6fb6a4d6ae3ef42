import type { DeptFields, DeptRow } from '@huoqiao/contract/accounts/accounts.schema'
import { Form, Input, InputNumber, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { RecordDrawer } from '../../ui/record-drawer.tsx'
import { deptOptions } from './use-find-dept-role-list.ts'

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
      fields={[
        { key: 'name', label: '名称', text: (of) => of.name },
        {
          key: 'parentId',
          label: '上级',
          text: (of) => depts.find((dept) => dept.id === of.parentId)?.name ?? '（最上层）',
        },
        { key: 'position', label: '顺序', text: (of) => String(of.position) },
      ]}
      isSaving={add.isPending || update.isPending}
      isReadOnly={!may || typeof row?.can.updateDept === 'string'}
      save={(values, of) => {
        const fields = { ...values, parentId: values.parentId ?? null, position: values.position ?? 0 }
        return of ? update.run({ ...fields, ...of }) : add.run(fields)
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true }]}>
            <Input maxLength={64} placeholder="例如 采购部" autoFocus={!row} />
          </Form.Item>
          <Form.Item name="parentId" label="上级部门">
            <TreeSelect
              allowClear
              treeDefaultExpandAll
              placeholder="不选则在最上层"
              treeData={deptOptions(depts, row?.id)}
              showSearch={{ treeNodeFilterProp: 'title' }}
            />
          </Form.Item>
          <Form.Item name="position" label="顺序" extra="小的在前">
            <InputNumber min={0} max={10_000} precision={0} />
          </Form.Item>
        </>
      )}
    </RecordDrawer>
  )
}
