import { connectionProblem } from '../platform/connection-problem.ts'
import { codeOf, lineOf } from './finding.ts'

/** Why a connection failed and what to do, for an address of another machine. */
export function connectionWords(error: unknown, host: string): { says: string; fix: string } {
  const code = codeOf(error)
  const problem = connectionProblem(code, ` ${host} `)
  if (problem !== undefined) return { says: problem.why.trim(), fix: problem.next }
  if (/TIMEDOUT|TIMEOUT|ABORT/.test(code ?? '') || (error instanceof Error && /timeout|aborted/i.test(error.message)))
    return { says: `连接 ${host} 超时`, fix: '检查本机能否访问外网、防火墙和代理设置' }
  return { says: `连不上 ${host}：${lineOf(error)}`, fix: '按上面的原因检查网络与地址' }
}
