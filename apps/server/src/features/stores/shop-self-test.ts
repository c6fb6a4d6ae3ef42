import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ShopifyConnector } from '@huoqiao/connector-shopify'
import type { ENDPOINTS, OutputOf } from '@huoqiao/contract'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { missingScopes } from './grants.mapping.ts'
import { meaningOf } from './stores.rules.ts'
import type { StoreDoc } from './stores.types.ts'

type TestLine = OutputOf<(typeof ENDPOINTS)['selfTestStore']>['lines'][number]

/** Tries every step that work on a shop needs; one line for each result. */
export async function selfTestLines(
  store: StoreDoc,
  connect: () => Promise<ShopifyConnector>,
  signal: AbortSignal,
  clock: Clock,
): Promise<TestLine[]> {
  const lines: TestLine[] = [
    { check: '店铺地址', ok: true, found: `${store.origin}（${store.environment === 'live' ? '正式' : '沙箱'}）` },
  ]
  const options = { lane: 'interactive', signal } as const
  try {
    const shop = await connect()
    const started = clock.now()
    const info = await shop.shopInfo(options)
    const took = clock.now() - started
    lines.push({ check: '凭据与令牌', ok: true, found: '令牌有效' })
    lines.push({ check: '店铺', ok: true, found: `${info.name}，${info.plan}，${info.currency}，${info.timeZone}` })
    lines.push(...scopeLines(info.scopes))
    const served = info.apiVersions.find(({ handle }) => handle === shop.version)
    lines.push({
      check: '接口版本',
      ok: served?.supported === true,
      found: shop.version,
      ...(served?.supported ? {} : { advice: '店铺已不支持这个版本，请升级系统' }),
    })
    const locations = await shop.listLocations(options)
    lines.push({
      check: '仓库',
      ok: locations.length > 0,
      found: locations.map(({ name }) => name).join('、') || '没有仓库',
    })
    const bucket = shop.status()
    lines.push({
      check: '接口额度',
      ok: bucket.known,
      found: `${Math.floor(bucket.available)} / ${bucket.maximum} 点，每秒恢复 ${bucket.restoreRate} 点`,
    })
    lines.push({ check: '往返时间', ok: true, found: `${took} 毫秒` })
  } catch (error) {
    lines.push(failedLine(error))
  }
  return lines
}

/** The scopes of the first line are required; every other missing one has a line of its own. */
function scopeLines(scopes: readonly string[]): TestLine[] {
  const missing = missingScopes(scopes)
  const needed = missing.filter(({ isOptional }) => !isOptional)
  return [
    {
      check: '授权范围',
      ok: needed.length === 0,
      found: `${scopes.length}项：${scopes.join('、')}`.slice(0, 1_000),
      ...(needed.length === 0
        ? {}
        : {
            advice: `缺少${needed.map(({ what, scope, without }) => `${what}（${scope}）：${without}`).join('；')}。在店铺后台给应用加上后再测一次`,
          }),
    },
    ...missing
      .filter(({ isOptional }) => isOptional)
      .map(({ what, scope, without }) => ({
        check: `权限 ${what}`,
        ok: false,
        optional: true,
        found: `没有 ${scope}`,
        advice: `${without}。需要时在店铺后台给应用加上`,
      })),
  ]
}

function failedLine(error: unknown): TestLine {
  if (isRefusal(error))
    return { check: '凭据与令牌', ok: false, found: error.detail.why ?? error.message, advice: '在店铺管理里填写凭据' }
  if (!isRemoteFailure(error)) throw error
  const { why, next } = meaningOf(error)
  return {
    check: error.word === 'unauthorised' ? '凭据与令牌' : '连接店铺',
    ok: false,
    found: `${why}（${error.detail.code ?? error.word}）`,
    ...(next[0] ? { advice: next[0].label } : {}),
  }
}
