import { ControlRefusal, textIn } from '../../../control/body-reading.ts'
import type { Body } from '../../../control/body-reading.ts'
import type { LocationPlace } from '../shop-places.ts'
import type { ShopState } from '../shop-state.ts'

/** What staff do to a location, with the topic of its event. */
const ACTS: Readonly<Record<string, { topic: string; change: (place: LocationPlace) => Partial<LocationPlace> }>> = {
  update: { topic: 'locations/update', change: () => ({}) },
  deactivate: { topic: 'locations/deactivate', change: () => ({ active: false }) },
  activate: { topic: 'locations/activate', change: () => ({ active: true }) },
  delete: { topic: 'locations/delete', change: () => ({ active: false }) },
}

/** `{action: create | update | deactivate | activate | delete, locationId, name, city}`. The last active location cannot be removed. */
export function changePlace(shop: ShopState, body: Body): object {
  const action = textIn(body, 'action') ?? 'update'
  const name = textIn(body, 'name')
  if (action === 'create') {
    if (name === undefined) throw new ControlRefusal('a location needs a name')
    const { countryCode, country } = shop.places.locations[0]!
    const city = textIn(body, 'city') ?? shop.facts.country.city
    const id = shop.newId('Location')
    const place = { id, name, city, country, countryCode, active: true, updatedAt: shop.now() }
    shop.places.change({ ...place, removed: false })
    shop.events.emit(shop, 'locations/create', { place })
    return { done: `已新建地点 ${name}`, location: place }
  }
  const act = ACTS[action]
  const before = shop.places.everywhere().find((place) => place.id === body['locationId'])
  if (!act || !before) throw new ControlRefusal(`action takes create, ${Object.keys(ACTS).join(', ')} of a locationId`)
  const last = before.active && shop.places.locations.length === 1
  if (last && ['deactivate', 'delete'].includes(action)) throw new ControlRefusal('the last active location stays')
  const place = { ...before, ...(name === undefined ? {} : { name }), ...act.change(before), updatedAt: shop.now() }
  shop.places.change({ ...place, removed: action === 'delete' })
  shop.events.emit(shop, act.topic, action === 'delete' ? { goneId: place.id } : { place })
  return { done: `地点 ${place.name}：${action}`, location: place }
}
