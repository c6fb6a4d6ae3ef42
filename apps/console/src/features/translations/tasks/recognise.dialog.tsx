import { PICTURE_FIELDS } from '@huoqiao/contract/translations/pictures.fields'
import type { TranslationRow } from '@huoqiao/contract/translations/translations.schema'
import { Checkbox, Form, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../../lib/client.ts'
import type { CallOutput } from '../../../lib/contract.ts'
import { formatCount, yuanText } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import styles from './tasks.module.css'

type RecogniseDialogProps = { products: readonly TranslationRow[]; onStarted: () => void; onClose: () => void }
const PROVIDER = PICTURE_FIELDS.providerName.label

/** Starts a batch run over the pictures of products, after showing what it would send and cost. */
export default function RecogniseDialog({ products, onStarted, onClose }: RecogniseDialogProps): ReactNode {
  const [providerId, setProvider] = useState<string>()
  const [redo, setRedo] = useState(false)
  const mayProviders = useMay('queryTranslationProviders')
  const providers = useRead('queryTranslationProviders', {}, { enabled: mayProviders })
  const run = {
    productIds: products.map(({ productId }) => productId),
    ...(providerId === undefined ? {} : { providerId }),
    redo,
  }
  const forecast = useRead('foreseeRecognition', run, { staleTime: 10_000 })
  const start = useAct('recognisePictures')
  const navigate = useNavigate()
  const problem = forecast.data?.problem
  async function begin(): Promise<void> {
    const why =
      problem || (forecast.data ? undefined : forecast.error ? '现在不能识别，原因在下面' : '正在预估，请稍等')
    if (why) {
      toast.error(why)
      return
    }
    const done = await start.run(run)
    if (!done.ok) return
    toast.success('已开始，可以离开这一页')
    onStarted()
    onClose()
    void navigate(`/shop/product/glossary?tab=tasks&task=${done.data.id}`)
  }
  return (
    <Modal
      open
      centered
      width={640}
      title={`识别 ${formatCount(products.length)} 个商品的图片文字`}
      okText="开始识别"
      cancelText="取消"
      confirmLoading={start.isPending}
      onOk={() => void begin()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={PROVIDER} extra="图片会发给它。人填写过的不会再识别，也不会被改。">
          <Select
            aria-label={PROVIDER}
            placeholder="按设置里的顺序"
            allowClear
            value={providerId}
            options={(providers.data ?? [])
              .filter(({ enabled, readsPictures }) => enabled && readsPictures)
              .map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setProvider}
          />
        </Form.Item>
        <Checkbox checked={redo} onChange={(event) => setRedo(event.target.checked)}>
          识别过的重新识别
        </Checkbox>
      </Form>
      {forecast.error && !forecast.data ? (
        <FailureNote failure={forecast.error} onRetry={() => void forecast.refetch()} />
      ) : forecast.data ? (
        <div className={styles.forecast}>
          <FactList layout="rows" facts={factsOf(forecast.data)} />
          {problem ? <p role="alert">{problem}</p> : null}
        </div>
      ) : (
        <RowSkeletons count={3} />
      )}
    </Modal>
  )
}

const factsOf = (of: CallOutput<'foreseeRecognition'>): LabelledFact[] => [
  ['要识别的图片', `${formatCount(of.pictures)} 张${of.providerName === null ? '' : `，发给 ${of.providerName}`}`],
  ['不用花钱的', `${formatCount(of.known)} 张和别的商品是同一张`],
  ['保留不动的', `${formatCount(of.kept)} 张看过`],
  ['读不了的', `${formatCount(of.unreadable)} 张没有公开的 https 地址`],
  ['预计花费', `${yuanText(of.cost)}${of.budgetLeft === null ? '' : `（本月还剩 ${yuanText(of.budgetLeft)}）`}`],
]
