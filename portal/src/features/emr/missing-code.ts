import { isOldCode, typedAs, typedCode, withoutList } from '@teleward/contract/emr/icd-code.ts'

/** The code that was typed, alone or before its title, where what was found is another: the edition does not have it. */
export function missingCode(asked: string, found: readonly { code: string; similar: boolean }[]): string | null {
  const typed = withoutList(asked).trim()
  const [word = ''] = typed.split(/\s/)
  const whole = typedAs(typed)
  const code = whole?.as === 'code' ? whole.code : whole ? null : typedCode(word)
  if (!code || !(found[0]?.similar ?? code.pointed)) return null
  const has = found.some((one) => one.code.toLowerCase().replace('.', '').startsWith(code.bare))
  return has ? null : (whole ? typed : word).toUpperCase()
}

/** What is typed is a code of ICD-9, or has one beside words: as typed. */
export function oldCode(asked: string): string | null {
  const typed = withoutList(asked).trim()
  const as = typedAs(typed)
  return as?.as === 'old' ? as.text : (typed.split(/\s+/).find(isOldCode) ?? null)
}
