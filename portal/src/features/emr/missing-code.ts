import { typedCode } from '@teleward/contract/emr/icd-code.ts'

/** The code that was typed, alone or before its title, where what was found is another: the edition does not have it. */
export function missingCode(typed: string, found: readonly { code: string; similar: boolean }[]): string | null {
  const [word = ''] = typed.trim().split(/\s/)
  const code = typedCode(typed) ?? typedCode(word)
  if (!code || !(found[0]?.similar ?? code.pointed)) return null
  const has = found.some((one) => one.code.toLowerCase().replace('.', '').startsWith(code.bare))
  return has ? null : (typedCode(typed) ? typed.trim() : word).toUpperCase()
}
