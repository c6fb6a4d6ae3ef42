import { codeOf, lineOf } from './finding.ts'

/** Why a connection failed and what to do, for an address of another machine. */
export function connectionWords(error: unknown, host: string): { says: string; fix: string } {
  const code = codeOf(error) ?? ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { says: `找不到主机 ${host}（DNS）`, fix: '检查主机名是否写对，以及本机的 DNS（resolv.conf）' }
  if (code === 'ECONNREFUSED') return { says: `${host} 拒绝连接`, fix: '确认对方在运行、端口写对、防火墙放行' }
  if (/CERT|VERIFY|SELF_SIGNED|^ERR_(TLS|SSL)|EPROTO|ISSUER/.test(code))
    return {
      says: `${host} 的证书未通过验证（${code}）`,
      fix: '核对本机时间；经公司网关出网时，用 NODE_EXTRA_CA_CERTS 指定它的根证书',
    }
  if (/TIMEDOUT|TIMEOUT|ABORT/.test(code) || (error instanceof Error && /timeout|aborted/i.test(error.message)))
    return { says: `连接 ${host} 超时`, fix: '检查本机能否访问外网、防火墙和代理设置' }
  if (/^E(HOST|NET)(UNREACH|DOWN)$/.test(code)) return { says: `没有到 ${host} 的网络`, fix: '检查本机的网络和路由' }
  return { says: `连不上 ${host}：${lineOf(error)}`, fix: '按上面的原因检查网络与地址' }
}
