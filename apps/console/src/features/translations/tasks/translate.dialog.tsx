import { languageName } from '@huoqiao/contract/languages'
import { TRANSLATION_TASK_FIELDS } from '@huoqiao/contract/translations/tasks.fields'
import type { TranslationRow } from '@huoqiao/contract/translations/translations.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
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

type TranslateDialogProps = RunDialogProps & { products: readonly TranslationRow[]; locales: readonly Locale[] }

const WITHOUT = 'none'

/** Starts a batch run, after showing what it would do and cost. */
export default function TranslateDialog({ products, locales, onStarted, onClose }: TranslateDialogProps): ReactNode {
  const [chosen, choose] = useState<Locale[]>([...locales])
  const [provider, setProvider] = useState<string>()
  const [redo, setRedo] = useState(false)
  const mayProviders = useMay('queryTranslationProviders')
  const providers = useRead('queryTranslationProviders', {}, { enabled: mayProviders })
  const run = {
    productIds: products.map(({ productId }) => productId),
    locales: chosen,
    useProvider: provider !== WITHOUT,
    ...(provider === undefined || provider === WITHOUT ? {} : { providerId: provider }),
    redo,
  }
  const { data, error, refetch } = useRead('foreseeTranslation', run, { enabled: chosen.length > 0, staleTime: 10_000 })
  const start = useAct('translateProducts')
  return (
    <RunDialog
      title={`翻译 ${formatCount(products.length)} 个商品`}
      okText="开始翻译"
      missing={chosen.length === 0 ? '请至少选择一种语言' : undefined}
      forecast={data && { facts: factsOf(data), problem: data.problem }}
      failure={error}
      onRetry={() => void refetch()}
      isStarting={start.isPending}
      start={() => start.run(run)}
      onStarted={onStarted}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="译成">
          <Select<Locale[]>
            mode="multiple"
            aria-label="译成"
            value={chosen}
            options={locales.map((value) => ({ value, label: languageName(value) }))}
            onChange={choose}
          />
        </Form.Item>
        <Form.Item
          label={TRANSLATION_TASK_FIELDS.providerName.label}
          extra="先用术语、记忆和1688的译文，剩下的才交给翻译服务。"
        >
          <Select
            aria-label={TRANSLATION_TASK_FIELDS.providerName.label}
            placeholder="按设置里的顺序"
            allowClear
            value={provider}
            options={[
              ...(providers.data ?? [])
                .filter(({ enabled }) => enabled)
                .map(({ id, name }) => ({ value: id, label: name })),
              { value: WITHOUT, label: '不用翻译服务' },
            ]}
            onChange={setProvider}
          />
        </Form.Item>
        <Checkbox checked={redo} onChange={(event) => setRedo(event.target.checked)}>
          没有审过的机器译文重新翻译
        </Checkbox>
      </Form>
    </RunDialog>
  )
}

const factsOf = (of: CallOutput<'foreseeTranslation'>): LabelledFact[] => [
  ['要译的字段', formatCount(of.texts)],
  [
    '不用花钱的',
    `术语 ${formatCount(of.glossary)}，记忆 ${formatCount(of.memory)}，1688 ${formatCount(of.marketplace)}`,
  ],
  ['保留不动的', formatCount(of.kept)],
  [
    '交给翻译服务',
    of.providerName === null
      ? of.machine > 0
        ? `没有翻译服务，${formatCount(of.machine)} 个字段会空着`
        : '不需要'
      : `${of.providerName}：${formatCount(of.machine)} 个字段，约 ${formatCount(of.chars)} 字符`,
  ],
  costFact(of),
]
