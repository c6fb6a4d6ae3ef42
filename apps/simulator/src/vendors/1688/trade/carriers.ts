/** Couriers of the simulated sellers, with the platform's form of the name: 中通快递(ZTO) (reference 4). */
export type Carrier = { id: number; no: string; name: string; phone: string; spelling: string; digits: number }

export const CARRIERS: readonly Carrier[] = [
  { id: 8, no: 'ZTO', name: '中通快递(ZTO)', phone: '95311', spelling: 'zhongtongkuaidi', digits: 14 },
  { id: 5, no: 'YTO', name: '圆通速递(YTO)', phone: '95554', spelling: 'yuantongsudi', digits: 13 },
  { id: 7, no: 'STO', name: '申通快递(STO)', phone: '95543', spelling: 'shentongkuaidi', digits: 15 },
  { id: 12, no: 'YUNDA', name: '韵达快递(YUNDA)', phone: '95546', spelling: 'yundakuaidi', digits: 15 },
  { id: 3, no: 'SF', name: '顺丰速运(SF)', phone: '95338', spelling: 'shunfengsuyun', digits: 12 },
  { id: 352, no: 'JTSD', name: '极兔速递(JTSD)', phone: '956025', spelling: 'jitusudi', digits: 13 },
  { id: 21, no: 'DBKD', name: '德邦快递(DBKD)', phone: '95353', spelling: 'debangkuaidi', digits: 12 },
]

export const carrierOf = (no: string): Carrier | undefined => CARRIERS.find((carrier) => carrier.no === no)

/** Nodes of a parcel's route in a trace message (reference 5.3), in their order. */
export const TRACE_NODES = ['CONSIGN', 'ACCEPT', 'TRANSPORT', 'DELIVERING', 'SIGN'] as const
export type TraceNode = (typeof TRACE_NODES)[number]
