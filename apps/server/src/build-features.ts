import { groupBy } from '@huoqiao/kit'
import type { Base, Built, Feature, FigureReadings, Hooks, TriageReadings } from './define-feature.ts'
import type { Handlers } from './http/handlers.ts'

/** All features of one process, built in the given order: each after those that it needs. */
export type BuiltFeatures = {
  handlers: Handlers
  apiOf: <Api>(feature: Feature<Api>) => Api
  all(): readonly Built<unknown>[]
}

export function buildFeatures(
  features: readonly Feature[],
  base: Omit<Base, 'hooks' | 'triage' | 'figures'>,
): BuiltFeatures {
  const built = new Map<Feature, Built<unknown>>()
  const apiOf = <Api>(feature: Feature<Api>): Api => {
    const found = built.get(feature)
    if (!found) throw new Error(`feature ${feature.name} is not built yet`)
    return found.api as Api
  }
  const whole: Base = {
    ...base,
    hooks: hooksOf(features, () => whole),
    triage: Object.assign({}, ...features.map(({ triage }) => triage)) as TriageReadings,
    figures: Object.assign({}, ...features.map(({ figures }) => figures)) as FigureReadings,
  }
  for (const feature of features) {
    const apis = Object.entries(feature.needs).map(([name, needed]) => [name, apiOf(needed)] as const)
    built.set(feature, feature.build(whole, Object.fromEntries(apis)))
    for (const consumption of feature.consumes) consumption.bind(base.jobs)
  }
  return { handlers: handlersOf([...built.values()]), apiOf, all: () => [...built.values()] }
}

/**
 * If two features provided the same call, the later one would silently win, so this is an error. A call without a handler stops the server
 * in http/bind.
 */
export function handlersOf(built: readonly Pick<Built<unknown>, 'routes'>[]): Handlers {
  const handlers: Partial<Handlers> = {}
  for (const { routes } of built) {
    const twice = Object.keys(routes).filter((name) => name in handlers)
    if (twice.length > 0) throw new Error(`two features carry out ${twice.join(', ')}`)
    Object.assign(handlers, routes)
  }
  return handlers as Handlers
}

function hooksOf(features: readonly Feature[], base: () => Base): Hooks {
  const answers = groupBy(
    features.flatMap((feature) => feature.answers),
    ({ hook }) => hook,
  )
  return {
    async ask({ hook }, ...args) {
      const given: unknown[] = []
      for (const { answer } of answers.get(hook) ?? []) given.push(await answer(base(), args))
      return given as never
    },
  }
}
