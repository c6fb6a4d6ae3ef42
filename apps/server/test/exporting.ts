import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint, EndpointName } from '@huoqiao/contract'

/** Every call of the contract that returns a file with data of the app. */
export const exporting: readonly EndpointName[] = endpointNames.filter((name) => {
  const endpoint: Endpoint = ENDPOINTS[name]
  return /export|download/i.test(name) || /导出|下载/.test(endpoint.title)
})
