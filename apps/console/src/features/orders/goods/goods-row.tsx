import { SearchOutlined } from '@ant-design/icons'
import { PROPOSAL_ORIGINS } from '@huoqiao/contract/orders/proposal.words'
import type { SourceProposal, UnsourcedGood } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import { Button, Checkbox, Radio, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { Picture } from '../../../ui/picture.tsx'
import type { Choice } from './goods.rules.ts'
import { chosenAs, isSame, lackOf, MOST_PIECES } from './goods.rules.ts'
import styles from './goods.module.css'

type GoodRowProps = {
  good: UnsourcedGood
  choice: Choice
  /** why the last attempt did not link it */
  failure: string | undefined
  onChange: (change: Partial<Choice>) => void
  /** opens the search, or the SKUs of one offer */
  onFind: (offerId?: string) => void
}

/**
 * One product variant of a shop without a source: the orders that wait for it, the proposed sources with their reasons, the ratio, and for
 * which orders the link is used.
 */
export function GoodRow({ good, choice, failure, onChange, onFind }: GoodRowProps): ReactNode {
  const lack = choice.isPicked ? lackOf(choice) : undefined
  return (
    <li className={styles.good} data-good={good.id} data-picked={choice.isPicked}>
      <Checkbox
        aria-label={`关联 ${good.title}`}
        checked={choice.isPicked}
        onChange={(event) => onChange({ isPicked: event.target.checked })}
      />
      <Picture src={good.image} alt="" size={40} />
      <div className={styles.what}>
        <b title={good.title}>{good.title}</b>
        <small title={good.variantTitle}>
          {[good.variantTitle, good.sku === '' ? '没有SKU' : good.sku].filter((text) => text !== '').join(' · ')}
        </small>
        <small title={`${good.numbers.join('、')}${good.orders > good.numbers.length ? ' 等' : ''}`}>
          {good.storeName} · <span className={styles.waiting}>{formatCount(good.orders)} 单</span>{' '}
          {formatCount(good.pieces)} 件等着
        </small>
      </div>
      <Sources good={good} choice={choice} onChange={onChange} onFind={onFind} />
      <div className={styles.terms}>
        <span className={styles.ratio}>
          卖
          <Count
            field="sale"
            label={`${good.title} 销售件数`}
            value={choice.saleQuantity}
            onChange={(saleQuantity) => onChange({ saleQuantity })}
          />
          采
          <Count
            field="source"
            label={`${good.title} 货源件数`}
            value={choice.sourceQuantity}
            onChange={(sourceQuantity) => onChange({ sourceQuantity })}
          />
        </span>
        <Segmented<Choice['scope']>
          size="small"
          value={choice.scope}
          disabled={!good.rememberable}
          title={good.rememberable ? '' : '店铺里没有规格编号也没有SKU，认不出下一次，只能用于这些订单'}
          options={[
            { value: 'remember', label: '以后都用' },
            { value: 'this-order', label: '只这一次' },
          ]}
          onChange={(scope) => onChange({ scope })}
        />
      </div>
      {failure === undefined && lack === undefined ? null : (
        <p className={styles.fault} role="alert">
          {failure ?? lack}
        </p>
      )}
    </li>
  )
}

type SourcesProps = Pick<GoodRowProps, 'good' | 'choice' | 'onChange' | 'onFind'>

/** The proposals with their reasons, and sources found by hand. */
function Sources({ good, choice, onChange, onFind }: SourcesProps): ReactNode {
  const { source } = choice
  const isOwn = source !== null && !good.proposals.some((one) => isSame(source, one))
  const at = good.proposals.findIndex((one) => isSame(source, one))
  return (
    <div className={styles.sources}>
      <Radio.Group
        className={styles.choices ?? ''}
        value={isOwn ? 'own' : at}
        onChange={(event) => {
          const proposal = good.proposals[event.target.value as number]
          if (proposal?.exact) onChange(chosenAs(choice, proposal))
          else if (proposal) onFind(proposal.offerId)
        }}
      >
        {good.proposals.map((proposal, index) => (
          <Radio key={`${proposal.offerId} ${proposal.skuId}`} value={index}>
            <Proposal proposal={proposal} />
          </Radio>
        ))}
        {isOwn ? (
          <Radio value="own">
            <span className={styles.source}>
              <span className={styles.sourceHead}>
                <b>{source.spec || source.skuId || '货源'}</b>
                <span className={styles.sourceTitle} title={source.title}>
                  {source.title || source.offerId}
                </span>
                {source.unitCostMinor === null ? null : (
                  <span className="hq-num">{formatMoney({ minor: source.unitCostMinor, currency: 'CNY' })}</span>
                )}
              </span>
              <small>自己选的</small>
            </span>
          </Radio>
        ) : null}
      </Radio.Group>
      <span className={styles.find}>
        {good.proposals.length === 0 && !isOwn ? <small>没有可参照的货源。</small> : null}
        <Button
          type="link"
          size="small"
          icon={<SearchOutlined />}
          aria-label={`给 ${good.title} 找货源`}
          onClick={() => onFind()}
        >
          {good.proposals.length === 0 && !isOwn ? '找货源' : '另找货源'}
        </Button>
      </span>
    </div>
  )
}

function Proposal({ proposal }: { proposal: SourceProposal }): ReactNode {
  const { spec, skuId, title, offerId, unitCostMinor, stock, origin, why, exact, saleQuantity, sourceQuantity } =
    proposal
  return (
    <span className={styles.source} title={why}>
      <span className={styles.sourceHead}>
        <b>{exact ? spec || skuId : '选规格…'}</b>
        <span className={styles.sourceTitle}>{title || offerId}</span>
        {unitCostMinor === null ? null : (
          <span className="hq-num">{formatMoney({ minor: unitCostMinor, currency: 'CNY' })}</span>
        )}
      </span>
      <small>
        <span className={styles.origin}>{PROPOSAL_ORIGINS[origin]}</span> {why}
        {saleQuantity === sourceQuantity
          ? ''
          : `，${formatCount(saleQuantity)} 件 = 货源 ${formatCount(sourceQuantity)} 件`}
        {stock === 0 ? <span className={styles.out}>，缺货</span> : null}
      </small>
    </span>
  )
}

type CountProps = { field: string; label: string; value: number | null; onChange: (count: number | null) => void }

const Count = ({ field, label, value, onChange }: CountProps): ReactNode => (
  <span data-field={field}>
    <CountField
      size="small"
      label={label}
      least={1}
      most={MOST_PIECES}
      controls={false}
      style={{ width: 46 }}
      value={value}
      onChange={onChange}
    />
  </span>
)
