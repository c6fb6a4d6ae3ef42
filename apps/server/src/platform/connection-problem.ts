import { INSIDE } from './outward.ts'

/** Why a connection failed, and what a person can do about it. */
export type ConnectionProblem = { why: string; next: string }

const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: '证书已过期',
  CERT_NOT_YET_VALID: '证书还没有生效',
  ERR_TLS_CERT_ALTNAME_INVALID: '证书不是这个域名的',
  DEPTH_ZERO_SELF_SIGNED_CERT: '证书是自签名的',
  SELF_SIGNED_CERT_IN_CHAIN: '证书链中有自签名的证书',
  UNABLE_TO_GET_ISSUER_CERT: '证书的签发者不受信任',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '证书的签发者不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '证书的签发者不受信任',
}
const TLS_NEXT =
  '核对地址和服务器时间；公司网络会替换证书时，请运维把公司的根证书交给 NODE_EXTRA_CA_CERTS，对方的证书有问题时联系对方'

/** Explains an error code of DNS, socket, TLS or proxy; undefined: another kind of failure. `to`: the remote, as named in the message. */
export function connectionProblem(code: string | undefined, to: string): ConnectionProblem | undefined {
  switch (code) {
    case undefined:
      return undefined
    case 'EPROXY_UNREACHABLE':
      return {
        why: `连不上代理服务器，请求没有到${to}那里`,
        next: '核对代理地址和端口（环境变量 HTTPS_PROXY，或 系统参数 → 网络），确认代理正在运行',
      }
    case 'EPROXY_AUTH':
      return {
        why: `代理服务器不接受用户名或密码（407），请求没有到${to}那里`,
        next: '核对代理的用户名和密码（环境变量 HTTPS_PROXY，或 系统参数 → 网络）',
      }
    case 'EPROXY_REFUSED':
      return {
        why: `代理服务器没有接通${to}，请求没有到${to}那里`,
        next: `请运维查看代理的日志，允许访问${to}的域名；不需要代理时把域名加进 NO_PROXY，或在 系统参数 → 网络 中改为直连`,
      }
    case 'ENOTFOUND':
    case 'EAI_NONAME':
    case 'EAI_NODATA':
      return { why: `找不到${to}的域名（DNS 没有这个名字）`, next: '核对域名有没有写错，以及服务器的 DNS 设置' }
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'ESERVFAIL':
    case 'EDNS':
      return { why: `查询${to}的域名时 DNS 没有答复`, next: '检查服务器的网络和 DNS 设置' }
    case 'ECONNREFUSED':
      return {
        why: `${to}拒绝连接（端口没有开放，或服务没有运行）`,
        next: '核对地址和端口；中间有防火墙时请运维放行',
      }
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
      return { why: `连接${to}一直没有答复`, next: '检查服务器的网络、防火墙，需要代理时在 系统参数 → 网络 中设置' }
    case 'EINSIDE':
      return { why: `${to}的地址在本机或内部网络`, next: INSIDE }
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return { why: `${to}的这个端口不是 TLS 加密的`, next: '核对端口和加密方式' }
    case 'EPROTO':
    case 'ERR_TLS_HANDSHAKE_TIMEOUT':
      return { why: `和${to}的 TLS 握手没有完成`, next: '核对端口和加密方式，检查中间的防火墙或代理' }
    default:
      if (code in CERTIFICATE) return { why: `不能信任${to}的 TLS 证书：${CERTIFICATE[code]}`, next: TLS_NEXT }
      return /^(CERT_|UNABLE_TO_|ERR_TLS_|ERR_SSL_)/.test(code)
        ? { why: `和${to}的 TLS 连接没有建立（${code}）`, next: TLS_NEXT }
        : undefined
  }
}
