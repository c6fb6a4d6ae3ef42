import type { ErrorInfo, ReactNode } from 'react'
import { Component } from 'react'
import { FailureNote } from '../../ui/failure-note.tsx'
import { asLoadError, PageLoadError } from '../chunk-loading.ts'
import { progress } from '../progress.store.ts'

type Props = { children: ReactNode }
type State = { error: Error | null }

/** Keeps an error in one page from breaking the others. React requires a class here; it is the only one in the console. */
export class ViewBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error: asLoadError(error) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    progress.done()
    console.error('a page broke', error, info.componentStack)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    const isLoad = error instanceof PageLoadError
    return (
      <FailureNote
        failure={{
          refusal: isLoad ? 'page-load' : 'page-fault',
          what: isLoad ? error.message : '这个页面出错了，其他标签页不受影响',
          ...(isLoad ? {} : { why: error.message, affects: '没有保存的内容请先复制出来。' }),
        }}
        actions={[
          isLoad
            ? { label: '重新加载', run: () => window.location.reload() }
            : { label: '重试', run: () => this.setState({ error: null }) },
        ]}
      />
    )
  }
}
