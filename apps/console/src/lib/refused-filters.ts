import type { CallError } from './call-error.ts'

type Claim = (fields: Readonly<Record<string, string>>, input: Readonly<Record<string, unknown>>) => boolean
const claims = new Set<Claim>()

/** Registers a list that handles filter words in its address that the server refuses, as an old or edited link has them. */
export function claimRefused(claim: Claim): () => void {
  claims.add(claim)
  return () => void claims.delete(claim)
}

/** Whether a list handles it. Every list is asked: two may show the same words. */
export function isTakenCareOf({ code, explanation }: CallError, input: object): boolean {
  const fields = explanation?.fields
  if (code !== 422 || !fields) return false
  return [...claims].map((claim) => claim(fields, { ...input })).includes(true)
}
