import type { ReactNode } from 'react'

export default function HomePage(): ReactNode {
  return <h1>首页</h1>
}
