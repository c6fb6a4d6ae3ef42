import { GraphQLError } from 'graphql'

/**
 * Top-level errors: the request is refused, unlike userErrors (reference shopify-admin 3, "userErrors"). Codes as observed: THROTTLED,
 * ACCESS_DENIED, BAD_REQUEST, INVALID_FIELD_ARGUMENTS, MAX_COST_EXCEEDED.
 */
export const refusal = (message: string, code: string, extra: Record<string, unknown> = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { code, ...extra } })

/** Anything that is not simulated gives an error, never an empty value. */
export const notSimulated = (what: string): GraphQLError => refusal(`not simulated: ${what}`, 'NOT_SIMULATED')

export const accessDenied = (field: string, needed: string): GraphQLError =>
  refusal(`Access denied for ${field} field. Required access: ${needed}`, 'ACCESS_DENIED', {
    documentation: 'https://shopify.dev/api/usage/access-scopes',
    requiredAccess: needed,
  })
