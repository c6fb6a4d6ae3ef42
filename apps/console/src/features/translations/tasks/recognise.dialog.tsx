import { PICTURE_FIELDS } from '@huoqiao/contract/translations/pictures.fields'
import type { TranslationRow } from '@huoqiao/contract/translations/translations.schema'
import { Checkbox, Form, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { formatCount } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { RunDialog, costFact } from './run.dialog.tsx'
import type { RunDialogProps } from './run.dialog.tsx'

type RecogniseDialogProps = RunDialogProps & { products: readonly TranslationRow[] }
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
  const { data, error, refetch } = useRead('foreseeRecognition', run, { staleTime: 10_000 })
  const start = useAct('recognisePictures')
  return (
    <RunDialog
      title={`识别 ${formatCount(products.length)} 个商品的图片文字`}
      okText="开始识别"
      forecast={data && { facts: factsOf(data), problem: data.problem }}
      failure={error}
      onRetry={() => void refetch()}
      isStarting={start.isPending}
      start={() => start.run(run)}
      onStarted={onStarted}
      onClose={onClose}
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
    </RunDialog>
  )
}

const factsOf = (of: CallOutput<'foreseeRecognition'>): LabelledFact[] => [
  ['要识别的图片', `${formatCount(of.pictures)} 张${of.providerName === null ? '' : `，发给 ${of.providerName}`}`],
  ['不用花钱的', `${formatCount(of.known)} 张和别的商品是同一张`],
  ['保留不动的', `${formatCount(of.kept)} 张看过`],
  ['读不了的', `${formatCount(of.unreadable)} 张没有公开的 https 地址`],
  costFact(of),
]
