import { TRANSLATION_FIELDS } from '@huoqiao/contract/translations/translations.fields'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { Checkbox, Form, Modal, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useExportTranslations } from './use-export-translations.ts'

type ExportMarketDialogProps = { productIds: readonly string[]; locale: Locale; onClose: () => void }

/** Exports the texts of one market for translators, each beside the general text; fields without a text of the market are included. */
export default function ExportMarketDialog({ productIds, locale, onClose }: ExportMarketDialogProps): ReactNode {
  const { data: stores, error, refetch } = useRead('getAllShopifyStores', {}, { staleTime: 60_000 })
  const { save, isPending } = useExportTranslations()
  const [chosen, choose] = useState<string>()
  const [format, setFormat] = useState<'xlsx' | 'xliff'>('xlsx')
  const [openOnly, setOpenOnly] = useState(false)
  const markets = (stores ?? []).flatMap((store) =>
    store.markets.map(({ id, name }) => ({
      value: `${store.id} ${id}`,
      label: `${store.name} · ${name}`,
      storeId: store.id,
      marketId: id,
    })),
  )
  const hasNone = stores !== undefined && markets.length === 0
  async function start(): Promise<void> {
    const market = markets.find(({ value }) => value === chosen)
    if (market === undefined) {
      toast.error(hasNone ? '店铺还没有市场' : '请选择市场')
      return
    }
    const { storeId, marketId } = market
    if (await save({ productIds: [...productIds], locale, format, openOnly, storeId, marketId })) onClose()
  }
  return (
    <Modal
      open
      centered
      width={520}
      title={`导出给一个市场（${formatCount(productIds.length)} 个商品）`}
      okText="导出"
      cancelText="取消"
      confirmLoading={isPending}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <p style={{ marginBottom: 12 }}>
        文件里每段旁边有通用译文。只填要用不同说法的段落：没有填的，那个市场沿用通用译文。
      </p>
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      <Form layout="vertical">
        <Form.Item
          label={TRANSLATION_FIELDS.marketId.label}
          extra={
            hasNone
              ? '还没有读取到店铺的市场：给应用读取市场的权限（read_markets），再在系统设置里检查店铺的连接。'
              : undefined
          }
        >
          <Select
            aria-label={TRANSLATION_FIELDS.marketId.label}
            placeholder="请选择市场"
            loading={stores === undefined && !error}
            showSearch
            optionFilterProp="label"
            value={chosen}
            options={markets}
            onChange={choose}
          />
        </Form.Item>
        <Form.Item label="文件格式">
          <Radio.Group
            value={format}
            options={[
              { value: 'xlsx', label: '表格' },
              { value: 'xliff', label: 'XLIFF' },
            ]}
            onChange={({ target }) => setFormat(target.value as 'xlsx' | 'xliff')}
          />
        </Form.Item>
        <Checkbox checked={openOnly} onChange={({ target }) => setOpenOnly(target.checked)}>
          只要还没有专用译文的，和过期的
        </Checkbox>
      </Form>
    </Modal>
  )
}
