import type { CallError } from './call-error.ts'

type Claim = (fields: Readonly<Record<string, string>>, input: Readonly<Record<string, unknown>>) => boolean
const claims = new Set<Claim>()

/** Registers a list that handles it when the server refuses filter words of its address (from an old or edited link). */
export function claimRefused(claim: Claim): () => void {
  claims.add(claim)
  return () => void claims.delete(claim)
}

/** Whether a list handles the refusal. Every list is called, because two lists may have the same words. */
export function isTakenCareOf({ code, explanation }: CallError, input: object): boolean {
  const fields = explanation?.fields
  if (code !== 422 || !fields) return false
  return [...claims].map((claim) => claim(fields, { ...input })).includes(true)
}
