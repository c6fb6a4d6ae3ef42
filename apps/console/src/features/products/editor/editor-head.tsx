import { doubtsOf } from '@huoqiao/contract/products/products.doubts'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { formatClock, formatTime } from '../../../lib/format.ts'
import type { Allowed } from '../../../lib/permission.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StateOf } from '../list/product-card.tsx'
import { HealthMark, SourceMark } from '../product-marks.tsx'
import styles from './editor.module.css'
import type { Editor } from './use-edit-product.ts'

/** The product that is edited: picture, title, state, source. */
export function EditorHead({ product, action }: { product: Product; action: ReactNode }): ReactNode {
  return (
    <header className={styles.head}>
      <div className={styles.headPicture}>
        <Picture src={product.image} alt="" size={48} />
      </div>
      <div className={styles.headWords}>
        <h1 title={product.title}>{product.titleZh || product.title || '（还没有标题）'}</h1>
        <div className={styles.headLine}>
          <StateOf product={product} />
          <HealthMark health={product.sourceHealth} />
          <SourceMark product={product} />
          <span>{product.variantCount} 个变体</span>
          <Link to="/shop/product/list">返回商品列表</Link>
        </div>
      </div>
      <span style={{ display: 'inline-flex', gap: 8, marginLeft: 'auto' }}>{action}</span>
    </header>
  )
}

type EditorBarsProps = {
  editor: Editor
  product: Product
  /** whether it may be saved, or why not */
  allowed: Allowed
}

/** Notes above the form: why it cannot be edited, a restored draft, what is missing, what looks wrong. */
export function EditorBars({ editor, product, allowed }: EditorBarsProps): ReactNode {
  const { oldDraft, restoredAt } = editor
  // Checks the typed values, not the saved ones: a mistake is questioned before it is saved.
  const doubts = useMemo(() => doubtsOf(editor.form.variants), [editor.form.variants])
  return (
    <>
      {typeof allowed === 'string' ? (
        <div className={styles.bar} data-hue="attention" role="status">
          {allowed}
        </div>
      ) : null}
      {restoredAt !== null && editor.dirty ? (
        <div className={styles.bar} role="status">
          已恢复 {formatTime(restoredAt)} 没保存的草稿；不要它，就点页底的“放弃修改”
        </div>
      ) : null}
      {oldDraft ? (
        <div className={styles.bar} data-hue="attention" role="status">
          有 {formatTime(oldDraft.savedAt)} 的草稿没保存，之后商品被改过
          <Button onClick={editor.restoreOld}>放到现在的内容上</Button>
          <Button type="text" onClick={editor.discard}>
            不要了
          </Button>
        </div>
      ) : null}
      {product.missing.length > 0 ? (
        <div className={styles.bar} data-hue="attention">
          同步前还缺：{product.missing.join('；')}
        </div>
      ) : null}
      {product.forbiddenWords && product.forbiddenWords.length > 0 ? (
        <div className={styles.bar} data-hue="attention">
          有违禁词，改掉以前同步不会把它写进店铺：{product.forbiddenWords.join('；')}
        </div>
      ) : null}
      {doubts.length > 0 ? (
        <div className={styles.bar} data-hue="attention">
          这些数看着不对，请核对：
          <ul>
            {doubts.slice(0, 5).map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
            {doubts.length > 5 ? <li>等共 {doubts.length} 处</li> : null}
          </ul>
        </div>
      ) : null}
    </>
  )
}

/** The state of the draft, beside the state of saving. */
export function DraftState({ editor }: { editor: Editor }): ReactNode {
  const { failure, keptAt, isWaiting } = editor.draft
  if (failure !== null) {
    return (
      <span className={styles.draft} data-failed="true" role="alert">
        草稿没有存上：{failure}
      </span>
    )
  }
  if (!editor.dirty || keptAt === null) return null
  return <span className={styles.draft}>{isWaiting ? '正在存草稿…' : `草稿已保存 ${formatClock(keptAt)}`}</span>
}
