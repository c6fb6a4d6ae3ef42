import type { ConfigEntry } from '@huoqiao/contract/system-config/system-config.endpoints'
import { Button, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import { Can } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { askConfirm } from '../../ui/dialogs.store.ts'

/** The contract's key; the module that defines it contains schemas, which are not loaded in the browser. */
export const WORKER_SECRET = 'sync.workerSecret'

/** Generated instead of typed, so that it is long enough; shown once, when it is generated. */
export function WorkerSecret({ entry }: { entry: ConfigEntry }): ReactNode {
  const create = useAct('createWorkerSecret')
  const [secret, show] = useState<string>()
  async function make(): Promise<void> {
    const isSure =
      !entry.hasSecret ||
      (await askConfirm({
        title: '重新生成结果回传密钥？',
        content: '旧密钥立即失效：用它签名的同步程序，要换上新密钥后才能回传结果。',
        okText: '重新生成',
        danger: true,
      }))
    if (!isSure) return
    const done = await create.run({ version: entry.version })
    if (done.ok) show(done.data.secret)
  }
  return (
    <>
      <span>{entry.hasSecret ? '已生成' : '还没有生成'}</span>
      <Can call="createWorkerSecret">
        <Button loading={create.isPending} onClick={() => void make()}>
          {entry.hasSecret ? '重新生成' : '生成密钥'}
        </Button>
      </Can>
      {secret === undefined ? null : <ShownOnce secret={secret} onClose={() => show(undefined)} />}
    </>
  )
}

function ShownOnce({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  return (
    <Modal
      open
      centered
      width={620}
      title="结果回传密钥"
      mask={{ closable: false }}
      keyboard={false}
      okText="复制密钥"
      cancelText="已保存，关闭"
      onOk={() => void copyText(secret)}
      onCancel={onClose}
    >
      <p>只显示这一次，请现在保存到同步程序里；关闭后只能重新生成。</p>
      <Input.TextArea aria-label="结果回传密钥" readOnly autoSize value={secret} className="hq-mono" />
      <p>
        签名方法：把 timestamp、itemId、result、shopifyProductId（没有就留空）、message
        按这个次序用换行符（\n）连接，以密钥的文字做 HMAC-SHA256，取十六进制，放进 signature；timestamp
        是毫秒时间戳，24小时内有效。以表单提交到 POST /api/alibaba/product/receiveSyncShopifyResult，不需要登录。
      </p>
    </Modal>
  )
}
