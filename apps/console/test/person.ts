import { CALLS } from 'virtual:contract'
import { session } from '../src/lib/client.ts'

export const PERSON = {
  id: 'u1',
  userAccount: 'wang',
  name: '王',
  roleType: 1 as const,
  lastLoginTime: null,
  mustChangePassword: false,
  mustBindAuthenticator: false,
}

const EVERY_RIGHT = Object.values(CALLS)
  .map(({ path }) => path)
  .join(',')

/** Logs in a person with every right. */
export function logIn(id = PERSON.id): void {
  const person = { ...PERSON, id }
  session.begin(`token of ${id}`, person)
  session.refresh(person, EVERY_RIGHT)
}
