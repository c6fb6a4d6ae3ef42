import { describe, expect, test } from 'vitest'
import * as z from './zod.ts'
import { endpoint, endpointNames } from './registry.ts'

/** The calls of section 7 of the specification: method and body mode in one word, folder, and the names in it. */
const CALLS: readonly [mode: string, folder: string, names: string][] = [
  ['get', '/mock/product/', 'list'],
  ['get', '/shopify/v2/admin/api/get/', 'products'],
  ['postjson', '/shopify/admin/api/', 'create/product delete/product delete/product/variants'],
  ['get', '/shopify/admin/api/', 'tran/test'],
  [
    'postjson',
    '/api/alibaba/product/',
    'manualSetSyncFailed modifyProducts queryProductsSyncStates batchDeleteProducts queryCollectProducts claimProducts',
  ],
  [
    'post',
    '/api/alibaba/product/',
    'syncToShopify syncUpdateProductDataAndShopifyData testBackData deleteProduct editProduct receiveSyncShopifyResult',
  ],
  ['get', '/api/alibaba/product/', 'getSyncSuccessSkuCountByDate keywordQuery getProductsByCondition'],
  ['get', '/api/shopify/store/', 'getAllShopifyStores'],
  ['', '/admin/adminUser/', 'unbind.do actorTgQuery.do pagingQuery.do add.do update.do deleteUsers.do suspend.do'],
  ['', '/admin/adminUser/', 'activate.do queryNotGrantedRoles.do queryGrantedRoles.do grantAuthorityToActor.do'],
  ['', '/admin/adminUser/', 'terminateAuthorizationByUserInRoles.do resetPasswordById.do pageQueryActorByRoleId.do'],
  ['', '/admin/adminUser/', 'deleteUserInRole.do safe_updatePassword.do'],
  ['', '/admin/role/', 'addRole updateRole deleteRoles getAllMenuPageUrl grantResourcesToRole'],
  ['get', '/admin/dept/', 'findDeptRoleList.do'],
  ['get', '/admin/login/', 'getResourceType safe_userMession'],
  ['POST', '/admin/login/', 'sendSmsCode'],
  ['POST', '/api/user/', 'login logout'],
  ['', '/admin/element/', 'queryElements addElement updateElement deleteElement'],
  ['', '/admin/dictionary/', 'queryDictionaries addDictionary updateDictionary deleteDictionary'],
  ['', '/admin/menu/', 'queryMenuByRoleId queryMenus addMenu updateMenu deleteMenu'],
  ['get', '/admin/sysOpera/', 'find.do'],
  ['postjson', '/api/order/center/', 'exportShopifyOrderSkuInfo'],
  ['get', '/api/order/center/', 'getOrdersByCondition'],
  ['POST', '/api/order/center/', 'relateShopifyOrder recoverMissingOrders'],
  ['get', '/api/purchase/center/', 'getPurchaseOrdersByCondition getPurchaseOrderSkuDetails getOrderCountByStatus'],
  [
    'POST',
    '/api/purchase/center/',
    'deletePurchaseOrder oneClickMergeOrder completeReviewOrder backToPendingReviewStatus',
  ],
  [
    'postjson',
    '/api/purchase/center/',
    'createPurchaseOrder mergeOrderByPurOrderNo editPurchaseOrder createAlibabaOrder',
  ],
]

const byPath = new Map(endpointNames.map((name) => [endpoint(name).path, endpoint(name)]))
const CASES = CALLS.flatMap(([mode, folder, names]) => names.split(' ').map((name) => [mode, folder + name] as const))
const fieldsOf = (path: string): string[] => {
  const { input } = byPath.get(path)!
  return input instanceof z.ZodObject ? Object.keys(input.shape) : []
}

describe('specification, section 7: "Endpoints (method, path; payload fields where known)"', () => {
  test.each(CASES)('%s %s is a call of the contract', (mode, path) => {
    const call = byPath.get(path)
    expect(call, path).toBeDefined()
    if (mode === 'POST') expect(call!.method).toBe('POST')
    else if (mode !== '') expect([call!.mode, call!.method]).toEqual([mode, mode === 'get' ? 'GET' : 'POST'])
  })

  test.each([
    ['/shopify/v2/admin/api/get/products', ['after', 'limit']],
    ['/shopify/admin/api/delete/product', ['productId']],
    ['/shopify/admin/api/delete/product/variants', ['productId', 'variantsIds']],
    ['/admin/adminUser/safe_updatePassword.do', ['oldUserPassword', 'userPassword']],
    ['/admin/menu/queryMenuByRoleId', ['level', 'type']],
    ['/admin/adminUser/queryGrantedRoles.do', ['page', 'pageSize']],
  ])('%s accepts the payload fields %j', (path, fields) => {
    expect(fieldsOf(path)).toEqual(expect.arrayContaining(fields))
  })

  test('"POST JSON claimProducts, with an origin query parameter"', () => {
    const { query } = byPath.get('/api/alibaba/product/claimProducts') as { query?: z.ZodType }
    expect(query?.safeParse({ origin: '1688' }).success).toBe(true)
  })

  test('every permission string is the path of a call, each path of one call only', () => {
    expect(byPath.size).toBe(endpointNames.length)
  })
})
