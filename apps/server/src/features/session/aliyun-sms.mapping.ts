import { createHmac } from 'node:crypto'

/**
 * Aliyun SMS, SendSms of 2017-05-25 in RPC style: a query of sorted, percent-encoded parameters (RFC 3986), signed with HMAC-SHA1 using the
 * secret followed by "&".
 */
export type AliyunSms = {
  accessKeyId: string
  accessKeySecret: string
  signName: string
  templateCode: string
}

/** encodeURIComponent leaves five characters unencoded that the signature needs encoded. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const queryOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .sort()
    .map((key) => `${encode(key)}=${encode(parameters[key]!)}`)
    .join('&')

/** The signature of a GET request with these parameters. */
export function signatureOf(parameters: Readonly<Record<string, string>>, accessKeySecret: string): string {
  const text = `GET&${encode('/')}&${encode(queryOf(parameters))}`
  return createHmac('sha1', `${accessKeySecret}&`).update(text).digest('base64')
}

/** The query of a SendSms request with one code for one phone. `nonce` must be unique. */
export function sendSmsQuery(
  account: AliyunSms,
  message: { phone: string; code: string },
  stamp: { nonce: string; at: number },
): string {
  const parameters = {
    AccessKeyId: account.accessKeyId,
    Action: 'SendSms',
    Format: 'JSON',
    PhoneNumbers: message.phone.replace(/^\+86/, '').replace(/^\+/, ''),
    RegionId: 'cn-hangzhou',
    SignName: account.signName,
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: stamp.nonce,
    SignatureVersion: '1.0',
    TemplateCode: account.templateCode,
    TemplateParam: JSON.stringify({ code: message.code }),
    Timestamp: new Date(stamp.at).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    Version: '2017-05-25',
  }
  return `?${queryOf({ ...parameters, Signature: signatureOf(parameters, account.accessKeySecret) })}`
}
