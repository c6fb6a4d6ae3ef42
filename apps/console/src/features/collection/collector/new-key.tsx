import { Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { copyText } from '../../../lib/clipboard.ts'

/** A new key. It is shown only this once. */
export function NewKey({ value, onClose }: { value: string; onClose: () => void }): ReactNode {
  return (
    <Modal
      open
      centered
      width={560}
      title="采集密钥"
      mask={{ closable: false }}
      keyboard={false}
      okText="复制密钥"
      cancelText="已填好，关闭"
      onOk={() => void copyText(value)}
      onCancel={onClose}
    >
      <p>只显示这一次，请现在填到插件的设置里；丢了就撤销它，再新建一个。</p>
      <Input.TextArea aria-label="采集密钥" readOnly autoSize value={value} className="hq-mono" />
    </Modal>
  )
}
