import type { ReactNode } from 'react'
import { PageSkeleton } from '../../../ui/skeletons.tsx'

export default function ProductEditPage(): ReactNode {
  return <PageSkeleton />
}
