import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './home.module.css'

type JourneyProps = { hasStore: boolean; hasProducts: boolean }

/** The three steps from source to shop, for an installation that has not done them yet. */
export function Journey({ hasStore, hasProducts }: JourneyProps): ReactNode {
  const steps = [
    {
      bank: 'ours',
      title: '连接店铺和1688账号',
      says: '填好一家店铺和一个1688账号；沙箱里已经备好，检查一下连接即可。',
      to: '/system/connect',
      action: '打开连接向导',
      isDone: hasStore,
    },
    {
      bank: 'source',
      title: '找货源，认领商品',
      says: '用关键词、链接或商品编号在1688找货，采集后认领到店铺，变成可以编辑的商品。',
      to: '/shop/product/1688',
      action: '去找货源',
      isDone: hasProducts,
    },
    {
      bank: 'store',
      title: '预演，然后同步到店铺',
      says: '先看清每个字段会变成什么，再写进店铺；失败会告诉您原因和下一步。',
      to: '/shop/product/list',
      action: '去商品列表',
      isDone: false,
    },
  ]
  const next = steps.find((step) => !step.isDone)
  return (
    <section className={styles.journey} aria-label="开始使用">
      <h2>三步，把货源变成店铺里的商品</h2>
      <ol>
        {steps.map((step, at) => (
          <li key={step.to} data-bank={step.bank} data-done={step.isDone} data-next={step === next}>
            <span className={styles.step}>{step.isDone ? '✓' : at + 1}</span>
            <h3>{step.title}</h3>
            <p>{step.says}</p>
            <Link to={step.to}>{step.action} →</Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
