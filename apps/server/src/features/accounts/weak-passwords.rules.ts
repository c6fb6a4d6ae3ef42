import { md5 } from './password.ts'

/**
 * Frequent passwords. The client sends only a digest, so length and characters cannot be checked; the digest can only be compared with the
 * digests of known passwords.
 */
const COMMON =
  'password passw0rd password1 password123 p@ssw0rd p@ssword qwerty qwerty123 qwertyuiop qwer1234 asdfgh asdf1234 asdfghjkl zxcvbn zxcvbnm ' +
  '1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx q1w2e3r4 qweasd qweasdzxc abc123 abcd1234 a123456 a1234567 a12345678 a123456789 aa123456 aa123456789 ' +
  'woaini woaini520 woaini1314 5201314 520520 1314520 7758521 147258369 147258 159357 123321 123123 112233 121212 123654 123qwe 123abc ' +
  'iloveyou welcome welcome1 monkey dragon letmein sunshine princess football superman trustno1 master shadow secret login guest test test123 ' +
  'test1234 admin admin1 admin12 admin123 admin1234 admin123456 admin888 admin666 administrator root root123 toor user user123 clerk clerk888 huoqiao ' +
  'huoqiao123 huoqiao888 huoqiao666 changeme default system manager sa 888888 666666 88888888 66666666 987654321 87654321 654321 54321 4321 321'

/** One character, the same character up to twelve times, and sequences of digits and letters. */
function simple(): string[] {
  const signs = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at))
  const again = signs.flatMap((sign) => Array.from({ length: 12 }, (_, at) => sign.repeat(at + 1)))
  const runs = ['1234567890', '0123456789', 'abcdefghijklmnop'].flatMap((run) =>
    Array.from(run, (_sign, at) => run.slice(0, at + 1)),
  )
  return ['', ...again, ...runs]
}

const withCase = (text: string): string[] => [text, text.toUpperCase(), text.slice(0, 1).toUpperCase() + text.slice(1)]
const weak: ReadonlySet<string> = new Set([...COMMON.split(' '), ...simple()].flatMap(withCase).map(md5))
const ENDINGS = ['', '1', '12', '123', '1234', '123456', '666', '888', '@123', '!']

/** Why this digest may not become the account's password; undefined: it may. `before`: the former digest, if known. */
export function whyWeak(digest: string, account: { userAccount: string }, before?: string): string | undefined {
  const wanted = digest.toLowerCase()
  if (before !== undefined && wanted === before.toLowerCase()) return '新密码不能和原密码相同'
  const own = withCase(account.userAccount).flatMap((name) => ENDINGS.map((ending) => md5(name + ending)))
  return weak.has(wanted) || own.includes(wanted) ? '这个密码太容易被猜到，请换一个更长的' : undefined
}
