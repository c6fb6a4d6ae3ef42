import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { COLLECTOR_FILE } from '@huoqiao/contract/collection/collector.words'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can, useAct, useRead } from '../../../lib/index.ts'
import { askText, CopyId, EmptyState, FailureNote, ListPage, RowSkeletons } from '../../../ui/index.ts'
import { BOX, SEARCH } from '../collection.addresses.ts'
import styles from './collector.module.css'
import { KeyTable } from './key-table.tsx'
import { NewKey } from './new-key.tsx'

const NOTHING = {}

/** /shop/product/collector: how to install the browser extension, and the keys that it is given. */
export default function CollectorPage(): ReactNode {
  const { data, error, refetch } = useRead('queryCollectorKeys', NOTHING)
  const create = useAct('createCollectorKey')
  const [made, show] = useState<string>()
  async function make(): Promise<void> {
    await askText({
      title: '新建采集密钥',
      content: '每台电脑用自己的密钥：丢了哪台，就撤销哪一个。',
      label: '名称',
      placeholder: '例如：办公室电脑',
      maxLength: 40,
      isRequired: true,
      okText: '新建',
      async submit(name, close) {
        const done = await create.run({ name })
        if (!done.ok) return
        close()
        show(done.data.key)
      },
    })
  }
  const add = (
    <Can call="createCollectorKey">
      <Button icon={<PlusOutlined />} loading={create.isPending} onClick={() => void make()}>
        新建密钥
      </Button>
    </Can>
  )
  return (
    <ListPage
      title="采集插件"
      subtitle="在 1688 的商品页、搜索页和店铺页上，把看到的商品放进采集箱"
      action={
        <Button type="primary" icon={<DownloadOutlined />} href={COLLECTOR_FILE} download>
          下载插件
        </Button>
      }
      note={error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
    >
      <div className={styles.page}>
        <Steps />
        <section className={styles.sheet}>
          <header>
            <h2>采集密钥</h2>
            {add}
          </header>
          <p className={styles.hint}>密钥只能往采集箱里放商品，不能查看或修改别的内容；撤销后立即失效。</p>
          {data === undefined ? (
            error ? null : (
              <RowSkeletons count={3} />
            )
          ) : data.length === 0 ? (
            <EmptyState text="还没有采集密钥。新建一个，填到插件的设置里。" />
          ) : (
            <KeyTable keys={data} />
          )}
        </section>
      </div>
      {made === undefined ? null : <NewKey value={made} onClose={() => show(undefined)} />}
    </ListPage>
  )
}

function Steps(): ReactNode {
  return (
    <section className={styles.sheet}>
      <h2>怎么用</h2>
      <ol className={styles.steps}>
        <li>下载插件并解压，得到文件夹 huoqiao-collector。</li>
        <li>
          在 Chrome 或 Edge 里打开 <CopyId value="chrome://extensions" chars={30} />
          ，打开“开发者模式”，点“加载已解压的扩展程序”，选这个文件夹。
        </li>
        <li>
          点浏览器工具栏上的插件图标，填写货桥的地址 <CopyId value={location.origin} chars={60} />{' '}
          和在下面新建的采集密钥。
        </li>
        <li>
          打开 1688 的商品页点“采集到货桥”；在搜索页和店铺页先打勾，再一起采集。商品在
          <Link to={BOX}>采集箱</Link>里，和从<Link to={SEARCH}>1688选品</Link>采集的一样认领。
        </li>
      </ol>
      <p className={styles.hint}>
        货桥连不上时，插件会把商品存下来，连上后自动发送。1688应用没有商品接口的权限时，也可以这样采集。
      </p>
    </section>
  )
}
